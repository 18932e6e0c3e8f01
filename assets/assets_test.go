package assets_test

import (
	"slices"
	"testing"

	"golang.org/x/text/unicode/norm"

	"minne/model"
)

func TestEveryOperationIsOneThatASessionMayAskFor(t *testing.T) {
	t.Parallel()
	for _, o := range operations(t) {
		level(t, o)
		if _, err := model.ParseKey(o.Key); err != nil || !norm.NFC.IsNormalString(o.Key) {
			t.Errorf("%s: key is not normal or not valid: %v", o.at(), err)
		}
		switch o.Op {
		case "save":
			checkSave(t, o)
		case "delete", "cover":
			if o.Content != "" || o.Tags != nil || o.ExpiresIn != "" || o.Channel != "" || o.Client != "" {
				t.Errorf("%s: has fields of a save", o.at())
			}
		default:
			t.Errorf("%s: unknown op", o.at())
		}
	}
}

func checkSave(t *testing.T, o operation) {
	t.Helper()
	if err := model.CheckContent(o.Content); err != nil {
		t.Errorf("%s: %v", o.at(), err)
	}
	if len(o.Tags) == 0 || len(o.Tags) > model.MaxTags {
		t.Errorf("%s: %d tags, want 1 to %d", o.at(), len(o.Tags), model.MaxTags)
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(o.Tags))); len(unique) != len(o.Tags) {
		t.Errorf("%s: a tag stands there twice", o.at())
	}
	for _, tag := range o.Tags {
		if _, err := model.ParseTag(tag); err != nil || !norm.NFC.IsNormalString(tag) {
			t.Errorf("%s: tag is not normal or not valid: %v", o.at(), err)
		}
	}
	switch model.Channel(o.Channel) {
	case model.ChannelMCP:
		if o.Client == "" {
			t.Errorf("%s: an agent's save names no client", o.at())
		}
	case model.ChannelTUI, model.ChannelCLI:
		if o.Client != "" {
			t.Errorf("%s: a person's save names a client", o.at())
		}
	default:
		t.Errorf("%s: unknown channel %q", o.at(), o.Channel)
	}
	if o.ExpiresIn != "" && span(t, o.ExpiresIn) <= 0 {
		t.Errorf("%s: is born expired", o.at())
	}
}

func TestTimeRunsForwardOverAboutFourMonths(t *testing.T) {
	t.Parallel()
	ops := operations(t)
	for i := 1; i < len(ops); i++ {
		if span(t, ops[i].Ago) >= span(t, ops[i-1].Ago) {
			t.Errorf("%s is not later than %s", ops[i].at(), ops[i-1].at())
		}
	}
	first, last := span(t, ops[0].Ago), span(t, ops[len(ops)-1].Ago)
	if first < span(t, "110d") || first > span(t, "130d") {
		t.Errorf("the story begins %v ago, want about four months", first)
	}
	if last <= 0 || last > span(t, "10m") {
		t.Errorf("the story ends %v ago, want a few minutes", last)
	}
}
