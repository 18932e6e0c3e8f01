package policy_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"minne/model"
	"minne/policy"
)

// anyLevel is any value that a Level can have, most of them no level at all.
// Each test makes its own generators: rapid's are not for two tests at once.
func anyLevel() *rapid.Generator[model.Level] {
	return rapid.Custom(func(t *rapid.T) model.Level {
		return model.Level(rapid.OneOf(rapid.IntRange(1, 4), rapid.IntRange(0, 255)).Draw(t, "level"))
	})
}

func level() *rapid.Generator[model.Level] { return rapid.SampledFrom(model.Levels[:]) }

func standing() *rapid.Generator[policy.Standing] {
	return rapid.Custom(func(t *rapid.T) policy.Standing {
		var s policy.Standing
		for _, l := range model.Levels {
			s[l] = model.State(rapid.IntRange(0, int(model.Covered)).Draw(t, l.String()))
		}
		return s
	})
}

func session(t interface{ Fatal(...any) }, taint, clearance model.Level, c model.Channel) policy.Session {
	s, err := policy.Admit(model.Session{ID: model.ID{1}, Channel: c, Taint: taint, Clearance: clearance})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func at(t interface{ Fatal(...any) }, taint model.Level) policy.Session {
	return session(t, taint, model.Restricted, model.ChannelCLI)
}

func TestOnlyLevelsFlowAndOnlyUpwards(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from, to := anyLevel().Draw(t, "from"), anyLevel().Draw(t, "to")
		got := policy.CanFlowTo(from, to)
		if want := from >= 1 && from <= 4 && to >= 1 && to <= 4 && to >= from; got != want {
			t.Fatalf("CanFlowTo(%v, %v) = %t", from, to, got)
		}
	})
}

func TestRaisingTaintNeverTakesPermissionAway(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := at(t, level().Draw(t, "taint"))
		raised, err := s.Raise(level().Draw(t, "to"))
		if err != nil {
			return
		}
		item := anyLevel().Draw(t, "item")
		if s.Ceiling().Sees(item) && !raised.Ceiling().Sees(item) {
			t.Fatalf("%v sees %v but %v does not", s.Taint(), item, raised.Taint())
		}
	})
}

// SPEC P5: whatever is asked, in whatever order, the taint never falls and never
// passes the clearance.
func TestTaintOnlyRisesWithinTheClearance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		clearance := level().Draw(t, "clearance")
		taint := level().Filter(func(l model.Level) bool { return l <= clearance }).Draw(t, "taint")
		s := session(t, taint, clearance, model.ChannelMCP)
		for _, to := range rapid.SliceOf(anyLevel()).Draw(t, "asked") {
			before := s.Taint()
			after, err := s.Raise(to)
			s = after
			allowed := to.Valid() && to >= before && to <= clearance
			switch {
			case allowed && (err != nil || s.Taint() != to):
				t.Fatalf("Raise(%v) from %v = %v, %v", to, before, s.Taint(), err)
			case !allowed && (err == nil || s.Taint() != before):
				t.Fatalf("Raise(%v) from %v under %v = %v, %v", to, before, clearance, s.Taint(), err)
			}
		}
	})
}

func TestTheDatabaseCanRaiseAHandleButNotLowerIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, db := at(t, level().Draw(t, "handle")), level().Draw(t, "database")
		got, err := s.Known(model.Session{ID: s.ID(), Taint: db, Clearance: model.Restricted})
		if want := max(s.Taint(), db); err != nil || got.Taint() != want {
			t.Fatalf("Known(%v) of %v = %v, %v", db, s.Taint(), got.Taint(), err)
		}
	})
}

func TestASessionNeedsAnIDAndLevels(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]model.Session{
		"no id":                 {Channel: model.ChannelCLI, Taint: model.Public, Clearance: model.Public},
		"no channel":            {ID: model.ID{1}, Taint: model.Public, Clearance: model.Public},
		"no such channel":       {ID: model.ID{1}, Channel: "mcp ", Taint: model.Public, Clearance: model.Public},
		"no taint":              {ID: model.ID{1}, Channel: model.ChannelCLI, Clearance: model.Public},
		"no clearance":          {ID: model.ID{1}, Channel: model.ChannelCLI, Taint: model.Public},
		"taint above clearance": {ID: model.ID{1}, Channel: model.ChannelCLI, Taint: model.Internal, Clearance: model.Public},
		"no level at all":       {ID: model.ID{1}, Channel: model.ChannelCLI, Taint: 9, Clearance: 9},
	} {
		if _, err := policy.Admit(s); err == nil {
			t.Errorf("%s: admitted", name)
		}
	}
}

// SPEC 1, V7: the head is the highest visible live level, unless a cover stands at
// or above it.
func TestTheHeadIsTheHighestVisibleAndCoversHide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, taint := standing().Draw(t, "standing"), level().Draw(t, "taint")
		c := at(t, taint).Ceiling()
		head, ok := policy.Head(c, s)
		for l := taint; l >= model.Public; l-- {
			switch {
			case s[l] == model.Live:
				if !ok || head != l {
					t.Fatalf("head of %v at %v is %v, %t; want %v", s, taint, head, ok, l)
				}
				return
			case s[l] == model.Covered:
				if ok {
					t.Fatalf("head of %v at %v is %v under a cover", s, taint, head)
				}
				return
			}
		}
		if ok {
			t.Fatalf("head of %v at %v is %v, want none", s, taint, head)
		}
	})
}

// SPEC P6: what stands above the taint changes no decision, and no word of it.
func TestWhatIsHiddenDecidesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		one, taint := standing().Draw(t, "standing"), level().Draw(t, "taint")
		other := one
		for l := taint + 1; l <= model.Restricted; l++ {
			other[l] = model.State(rapid.IntRange(0, int(model.Covered)).Draw(t, "hidden"))
		}
		s := at(t, taint)
		c := s.Ceiling()
		h1, ok1 := policy.Head(c, one)
		h2, ok2 := policy.Head(c, other)
		if h1 != h2 || ok1 != ok2 || !slices.Equal(policy.Shadowed(c, one), policy.Shadowed(c, other)) {
			t.Fatalf("the view depends on what is hidden: %v, %v", one, other)
		}
		for name, decide := range map[string]func(policy.Standing) error{
			"delete":  func(x policy.Standing) error { return policy.Delete(s, "k", x) },
			"restore": func(x policy.Standing) error { return policy.Restore(s, x) },
		} {
			a, b := decide(one), decide(other)
			if (a == nil) != (b == nil) || a != nil && a.Error() != b.Error() {
				t.Fatalf("%s depends on what is hidden: %v, %v", name, a, b)
			}
		}
	})
}

// SPEC P4: only the own level's live record can be deleted; a visible lower one may
// be named, anything else looks like nothing.
func TestDeleteIsForTheOwnLevelOnly(t *testing.T) {
	t.Parallel()
	live := func(ls ...model.Level) policy.Standing {
		var s policy.Standing
		for _, l := range ls {
			s[l] = model.Live
		}
		return s
	}
	s := at(t, model.Confidential)
	if err := policy.Delete(s, "user-name", live(model.Public, model.Confidential)); err != nil {
		t.Errorf("own record: %v", err)
	}
	err := policy.Delete(s, "user-name", live(model.Public))
	want := `"user-name" exists at PUBLIC; a CONFIDENTIAL session deletes CONFIDENTIAL records only`
	if !errors.Is(err, model.ErrNotFound) || err.Error() != want {
		t.Errorf("lower record: %v, want %s", err, want)
	}
	missing := policy.Delete(s, "user-name", live())
	hidden := policy.Delete(s, "user-name", live(model.Restricted))
	if !errors.Is(hidden, model.ErrNotFound) || missing.Error() != hidden.Error() {
		t.Errorf("hidden: %v, missing: %v; want the same", hidden, missing)
	}
	var no *policy.Refusal
	if !errors.As(err, &no) || no.Rule != policy.RuleOwnLevel {
		t.Errorf("the refusal names the rule %v", no)
	}
}

// SPEC P3: no spelling of an argument lets a caller choose a level.
func TestTheHookTakesLevelsOutOfCalls(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"classification", "level", "taint", "clearance", "session_taint", "sensitivity"}).Draw(t, "word")
		spelled := strings.Map(func(r rune) rune {
			if rapid.Bool().Draw(t, "upper") && r >= 'a' && r <= 'z' {
				return r - 'a' + 'A'
			}
			return r
		}, word)
		s := session(t, level().Draw(t, "taint"), model.Restricted, model.ChannelMCP)
		d := policy.PreToolCall(s, policy.Call{Tool: "memory_save", Args: map[string]any{"key": "k", spelled: "PUBLIC"}})
		if _, there := d.Args[spelled]; there || d.Verdict != policy.Override || d.Rule != policy.RuleForcedLevel || len(d.Forced) != 1 {
			t.Fatalf("decision on %q: %+v", spelled, d)
		}
		if d.Args["key"] != "k" {
			t.Fatal("the call lost an argument that was its own")
		}
	})
}

func TestTheHookDeniesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	agent, person := session(t, model.Public, model.Public, model.ChannelMCP), at(t, model.Public)
	for _, c := range []struct {
		by   policy.Session
		tool string
		rule string
	}{
		{agent, "memory_purge", policy.RuleUnknownTool},
		{agent, "", policy.RuleUnknownTool},
		{agent, "purge", policy.RulePeopleOnly},
		{agent, "raise", policy.RulePeopleOnly},
		{agent, "cover", policy.RulePeopleOnly},
		{policy.Session{}, "memory_get", policy.RuleNoReadUp},
		{person, "purge", policy.RuleAllowed},
		{agent, "memory_get", policy.RuleAllowed},
	} {
		d := policy.PreToolCall(c.by, policy.Call{Tool: c.tool})
		if d.Rule != c.rule || (d.Verdict == policy.Allow) != (c.rule == policy.RuleAllowed) {
			t.Errorf("%q: %+v, want rule %s", c.tool, d, c.rule)
		}
	}
}

// The hook never panics, whatever a call looks like, and leaves the caller's
// arguments as they were.
func FuzzPreToolCall(f *testing.F) {
	f.Add("memory_save", "Classification", "PUBLIC")
	f.Add("", "", "")
	f.Fuzz(func(t *testing.T, tool, name, value string) {
		args := map[string]any{name: value, "nested": map[string]any{name: nil}}
		d := policy.PreToolCall(session(t, model.Internal, model.Internal, model.ChannelMCP), policy.Call{Tool: tool, Args: args})
		if args[name] != value && name != "nested" {
			t.Fatal("the caller's arguments were changed")
		}
		if d.Verdict == policy.Deny && d.Why == "" {
			t.Fatal("denied without a word")
		}
	})
}
