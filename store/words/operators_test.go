package words_test

import (
	"slices"
	"strings"
	"testing"

	"minne/model"
	"minne/store/words"
)

func TestOperatorsOfPeople(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "plan", content: "The relational database is a deployment for Fridays, draft"},
		memory{key: "note", content: "A database of getUserName and multi-agent work"},
		memory{key: "zh", content: "database 备份脚本 C++"},
		memory{key: "old", content: "planets and the happiness of studies"})
	check(t, x, true, `
		database                   => note zh plan
		database -draft            => note zh
		database -"for fridays"     => note zh
		database -multi-agent      => zh plan
		database -agent-multi      => note zh plan
		database -备份             => note plan
		database -C++              => note plan
		database -getUserName      => zh plan
		database -draft -脚本      => note
		-draft database            => note zh
		-draft                     => plan
		-"for fridays"              => plan
		--draft database           -> first plan
		- draft                    => plan
		data*                      => note zh plan
		relati*                    => plan
		relation*                  => plan
		deployme*                  => plan
		happin*                    => old
		studie*                    => old
		planet*                    => old
		getUs*                     => note
		multi-ag*                  => note
		database -plan*            => note zh
		data* -dra*                => note zh
		"database" draft           -> first plan
		draft "multi agent"        => note
		draft "agent multi"        =>
		"备份脚本" draft           => zh
		database -                 => note zh plan
	`)
}

func TestAgentsHaveNoOperators(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "a", content: "database draft"},
		memory{key: "b", content: "database final tag level internal key"})
	check(t, x, false, `
		database -draft         -> first a
		tag:final               -> b
		level:internal database -> first b
		key:a*                  -> b
		data*                   ->
		"database final" draft  -> b
	`)
	for _, text := range []string{"tag:x level:internal key:a*", "database -draft tag:x"} {
		q := words.Parse(text, false)
		if len(q.Tags)+len(q.Levels)+len(q.KeyPrefix) > 0 {
			t.Errorf("Parse(%q): got filters %q %v %q, want none", text, q.Tags, q.Levels, q.KeyPrefix)
		}
		if m, _ := q.Match(); strings.Contains(m, "NOT") {
			t.Errorf("Parse(%q): got %q, want nothing excluded", text, m)
		}
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		tags   []string
		levels []model.Level
		key    string
		words  bool
	}{
		{text: "tag:hälsa", tags: []string{"hälsa"}},
		{text: "tag:ha\u0308lsa", tags: []string{"hälsa"}},
		{text: `tag:"two words" tag:b tag:b`, tags: []string{"two words", "b"}},
		{text: "tag:", words: true},
		{text: `tag:""`, words: true},
		{text: `tag:"🚀"`, tags: []string{"🚀"}},
		{text: `tag:"a`, tags: []string{`"a`}},
		{text: "tag: x", words: true},
		{text: "Tag:x", words: true},
		{text: "tag:" + strings.Repeat("x", 65), words: true},
		{text: "tag:a\u202eb", words: true},
		{text: "level:internal", levels: []model.Level{model.Internal}},
		{text: "level:PUBLIC level:Restricted level:public", levels: []model.Level{model.Public, model.Restricted}},
		{text: "level:secret", words: true},
		{text: "level:", words: true},
		{text: "level:internal,", words: true},
		{text: "key:user-*", key: "user-"},
		{text: `key:"my ke"*`, key: "my ke"},
		{text: "key:a*b*", key: "a*b"},
		{text: "key:%_*", key: "%_"},
		{text: "key:user", words: true},
		{text: "key:*", words: true},
		{text: "key:a* key:b*", key: "a", words: true},
		{text: "tag:x tax level:public", tags: []string{"x"}, levels: []model.Level{model.Public}, words: true},
		{text: "tag:x the", tags: []string{"x"}, words: true},
		{text: "(tag:x)", words: true},
		{text: "-tag:x", words: true},
	} {
		q := words.Parse(c.text, true)
		if !slices.Equal(q.Tags, c.tags) || !slices.Equal(q.Levels, c.levels) || q.KeyPrefix != c.key {
			t.Errorf("Parse(%q): got %q %v %q, want %q %v %q", c.text, q.Tags, q.Levels, q.KeyPrefix, c.tags, c.levels, c.key)
		}
		if _, ok := q.Match(); ok != c.words || q.HasWords() != ok {
			t.Errorf("Parse(%q): got words %v (HasWords %v), want %v", c.text, ok, q.HasWords(), c.words)
		}
		if q.Empty() {
			t.Errorf("Parse(%q): got empty, want not", c.text)
		}
	}
}

func TestExclusionBesideFiltersOnly(t *testing.T) {
	t.Parallel()
	x := indexOf(t, memory{key: "a", content: "draft"}, memory{key: "b", content: "final"})
	q := words.Parse(`tag:x -draft -"not there"`, true)
	if m, ok := q.Match(); ok {
		t.Errorf("Match: got %q, want none", m)
	}
	out, ok := q.Without()
	if !ok {
		t.Fatal("Without: got none, want an expression")
	}
	if got, err := x.run(out); err != nil || !slices.Equal(got, []string{"a"}) {
		t.Errorf("Without: got %q, %v, want a", got, err)
	}
	if out, ok := words.Parse("final -draft", true).Without(); ok {
		t.Errorf("Without beside words: got %q, want none", out)
	}
}

func TestLongQueriesAreBounded(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"words":    strings.Repeat("lorem1 ipsum2 dolor3 ", 200),
		"distinct": distinct(600),
		"dotted":   strings.Repeat("a.", 2048),
		"han":      strings.Repeat("备份脚本运行检查", 170),
		"quotes":   strings.Repeat(`"a b" `, 680) + `"c d"`,
		"minus":    "x " + strings.Repeat("-ab ", 600),
		"tags":     manyTags(600),
	} {
		q := words.Parse(text, true)
		m, _ := q.Match()
		if n := strings.Count(m, " OR ") + strings.Count(m, " AND "); n > 120 {
			t.Errorf("%s: got %d terms, want at most 120", name, n)
		}
		if len(q.Tags) > model.MaxTags {
			t.Errorf("%s: got %d tags, want at most %d", name, len(q.Tags), model.MaxTags)
		}
		if len(m) > 32<<10 {
			t.Errorf("%s: got an expression of %d bytes, want at most 32 KiB", name, len(m))
		}
	}
}

func distinct(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("w" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26)) + " ")
	}
	return b.String()
}

func manyTags(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("tag:" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + " ")
	}
	return b.String()
}
