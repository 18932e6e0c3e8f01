package assets_test

import (
	"maps"
	"slices"
	"testing"

	"minne/model"
	"minne/policy"
)

func TestTheStoryHasEveryFateOfAMemory(t *testing.T) {
	t.Parallel()
	got := map[string]int{}
	for _, levels := range played(t) {
		for _, r := range levels {
			got[r.state.String()]++
			if r.state == model.Live && r.expires < 0 {
				got["will expire"]++
			}
			if r.saves > 1 {
				got["corrected"]++
			}
			if r.saves == 4 {
				got["four versions"]++
			}
			for c := range r.channels {
				got["by "+c]++
			}
		}
	}
	for what, want := range map[string]int{"deleted": 4, "expired": 3, "will expire": 2, "cover": 1} {
		if got[what] != want {
			t.Errorf("%s: got %d, want %d", what, got[what], want)
		}
	}
	for what, least := range map[string]int{"corrected": 4, "four versions": 1, "by tui": 5, "by cli": 1, "by mcp": 30} {
		if got[what] < least {
			t.Errorf("%s: got %d, want at least %d", what, got[what], least)
		}
	}
}

func TestAboutSixtyMemoriesAreSeenFromTheTop(t *testing.T) {
	t.Parallel()
	seen := map[model.Level]int{}
	for _, levels := range played(t) {
		for _, l := range model.Levels {
			if _, ok := policy.Head(ceiling(t, l), standing(levels)); ok {
				seen[l]++
			}
		}
	}
	if n := seen[model.Restricted]; n < 55 || n > 65 {
		t.Errorf("got %d heads at RESTRICTED, want about 60", n)
	}
	if seen[model.Public] < 20 {
		t.Errorf("got %d heads at PUBLIC, want a view worth opening", seen[model.Public])
	}
}

func TestFourInTenArePublicAndOneInTenRestricted(t *testing.T) {
	t.Parallel()
	live, total := map[model.Level]int{}, 0
	for _, levels := range played(t) {
		for l, r := range levels {
			if r.state == model.Live {
				live[l]++
				total++
			}
		}
	}
	for i, want := range []int{40, 30, 20, 10} {
		l := model.Levels[i]
		if got := 100 * live[l] / total; got < want-5 || got > want+5 {
			t.Errorf("%v: %d of %d live records are %d %%, want about %d %%", l, live[l], total, got, want)
		}
	}
}

func TestFiveKeysShowShadowing(t *testing.T) {
	t.Parallel()
	got := map[string][]model.Level{}
	for key, levels := range played(t) {
		texts := map[string]bool{}
		for l, r := range levels {
			if r.saves > 0 {
				got[key] = append(got[key], l)
				texts[r.content] = true
			}
			if len(levels) > 1 && r.state != model.Live && r.state != model.Covered {
				t.Errorf("%s at %v is %v: a reader of the demo would look for it", key, l, r.state)
			}
		}
		slices.Sort(got[key])
		if len(got[key]) < 2 {
			delete(got, key)
		} else if len(texts) != len(got[key]) {
			t.Errorf("%s says the same at two levels", key)
		}
	}
	p, i, c, r := model.Public, model.Internal, model.Confidential, model.Restricted
	want := map[string][]model.Level{
		"user-name":                  {p, i, c, r},
		"project-saltmarsh-deadline": {p, i, c, r},
		"incident-short-tide-cause":  {p, i, r},
		"gift-jonatan-birthday":      {p, c},
		"project-lightship-client":   {i, c},
	}
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestAStaleAddressIsCoveredAtConfidential(t *testing.T) {
	t.Parallel()
	s := standing(played(t)["office-address"])
	for l, want := range map[model.Level]bool{model.Public: true, model.Internal: true, model.Confidential: false, model.Restricted: false} {
		if _, got := policy.Head(ceiling(t, l), s); got != want {
			t.Errorf("office-address is seen at %v: %v, want %v", l, got, want)
		}
	}
}
