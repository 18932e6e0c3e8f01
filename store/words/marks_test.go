package words_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"minne/model"
	"minne/store/words"
)

// show writes text with its marks in brackets.
func show(text string, marks []model.Span) string {
	var b strings.Builder
	last := 0
	for _, m := range marks {
		b.WriteString(text[last:m.Start] + "[" + text[m.Start:m.End] + "]")
		last = m.End
	}
	return b.String() + text[last:]
}

func TestMarksShowWhatMatched(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, text, want string }{
		{"deployments", "The Deployment of a deployed deployer", "The [Deployment] of a [deployed] [deployer]"},
		{"deploy", "a deployment, deploys, employ", "a [deployment], [deploys], employ"},
		{"malmo", "i Malmö, MALMO\u0308!", "i [Malmö], [MALMO\u0308]!"},
		{"strasse", "Große Straße", "Große [Straße]"},
		{"user name", "getUserName(user_name)", "get[UserName]([user]_[name])"},
		{"getUserName", "getUserName or user name", "[getUserName] or [user] [name]"},
		{"retry", "max_retry_count", "max_[retry]_count"},
		{"备份脚本", "明天检查备份脚本。备份", "明天检查[备份脚本]。[备份]"},
		{"部署", "使用docker部署", "使用docker[部署]"},
		{"docker", "使用docker部署", "使用[docker]部署"},
		{"本", "版本", "版[本]"},
		{"ｶﾞｽ", "ガス ｶﾞｽ", "[ガス] [ｶﾞｽ]"},
		{"ข้าว", "กินข้าวกับ", "กิน[ข้าว]กับ"},
		{"C++", "C, C++ and c++17", "C, [C++] and [c++]17"},
		{".NET", "the net of .NET", "the [net] of [.NET]"},
		{`"not to be"`, "to be or not to be, not", "to be or [not to be], not"},
		{`"备份"`, "备份 脚本", "[备份] 脚本"},
		{"the deployment", "the deployment", "the [deployment]"},
		{"8.0.3", "v8.0.3 and 8.0.3, 8", "[v8.0.3] and [8.0.3], 8"},
		{"don't", "I don't, don t", "I [don't], [don t]"},
		{"nothing here", "something", "something"},
		{"", "text", "text"},
		{"a\x00b", "a b", "[a b]"},
	} {
		if got := show(c.text, words.Parse(c.query, false).Marks(c.text)); got != c.want {
			t.Errorf("%q in %q: got %q, want %q", c.query, c.text, got, c.want)
		}
	}
	for _, c := range []struct{ query, text, want string }{
		{"relati*", "relative and relational", "[relative] and [relational]"},
		{"data -draft", "a draft of data", "a draft of [data]"},
		{"tag:draft data", "a draft of data", "a draft of [data]"},
	} {
		if got := show(c.text, words.Parse(c.query, true).Marks(c.text)); got != c.want {
			t.Errorf("%q in %q: got %q, want %q", c.query, c.text, got, c.want)
		}
	}
}

func TestZeroQueryFindsNothing(t *testing.T) {
	t.Parallel()
	var q words.Query
	if _, ok := q.Match(); ok || !q.Empty() || q.Marks("text") != nil {
		t.Error("the zero query matches something")
	}
	if got, marks := q.Snippet("some long text", 12); got != "some…" || marks != nil {
		t.Errorf("Snippet: got %q, %v, want the beginning", got, marks)
	}
}

// The stemmer is our own only for marks. It must agree with the index's.
func TestMarksAgreeWithTheIndex(t *testing.T) {
	t.Parallel()
	roots := strings.Fields(`relat condit ration valenc hesit digit conform radic differ vile analog vietnam predic operat
		feudal decis hope callous form sensit sensib triplic electr good reviv allow infer airlin gyroscop adjust defens
		irrit replac depend adopt homolog commun activ angular effect bowdler prob ceas control roll hop tann fall hiss
		fizz fail fil happ sk cr b dy play deploy employ yell y ay eye agre feed plast bled motor sing conflat troubl siz`)
	ends := strings.Fields(`- s es ed ing ly y ies ied ion ions ional ional ate ated ization ize izer izing al ally alism ality
		able ible ability ance ence ency ant ent ently ement ment ments ness nesses ful fulness ous ously ousness ive
		iveness ivity ical icity icate ative e er ers or eed edly ll sses ss ism logy bly`)
	var vocabulary []string
	for _, r := range roots {
		for _, e := range ends {
			vocabulary = append(vocabulary, r+strings.TrimPrefix(e, "-"))
		}
	}
	slices.Sort(vocabulary)
	vocabulary = slices.Compact(vocabulary)
	x := newIndex(t)
	for _, w := range vocabulary {
		x.save(t, "", w)
	}
	x.match = prepare(t, x.db, `select content from f where f match ? order by content`)
	n := 300
	if testing.Short() {
		n = 30
	}
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 2))
	for range n {
		query := vocabulary[r.IntN(len(vocabulary))]
		q := words.Parse(query, false)
		var marked []string
		for _, w := range vocabulary {
			if len(q.Marks(w)) > 0 {
				marked = append(marked, w)
			}
		}
		if found := x.find(t, q); !slices.Equal(found, marked) {
			t.Errorf("seed %d, %q: the index finds %q, marks are in %q", seed, query, found, marked)
		}
	}
}

func TestSnippetIsTheBestWindow(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("lorem ipsum dolor ", 20)
	text := filler + "one deployment here. " + filler + "a rollback undoes the last deployment at once. " + filler + "rollback."
	q := words.Parse("rollback of a deployment", false)
	got, marks := q.Snippet(text, 80)
	want := "…dolor a [rollback] undoes the last [deployment] at once. lorem ipsum dolor…"
	if s := show(got, marks); s != want {
		t.Errorf("got %q, want %q", s, want)
	}
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"a rollback", 10, "a [rollback]"},
		{"a rollback", 9, "…[rol]…"},
		{"rollback and more of the same", 20, "[rollback] and…"},
		{"more of the same and a rollback", 20, "…and a [rollback]"},
		{"no match in all of this", 14, "no match…"},
		{strings.Repeat("x", 100), 20, strings.Repeat("x", 14) + "…"},
		{strings.Repeat("é", 100), 20, strings.Repeat("é", 7) + "…"},
		{strings.Repeat("e\u0301", 100), 20, strings.Repeat("e\u0301", 4) + "…"},
		{strings.Repeat("👨‍👩‍👧", 20), 30, "👨‍👩‍👧…"},
		{"rollback", 0, ""},
		{"rollback", -1, ""},
	} {
		got, marks := q.Snippet(c.text, c.limit)
		if s := show(got, marks); s != c.want || len(got) > max(0, c.limit) {
			t.Errorf("Snippet(%q, %d): got %q, %d bytes, want %q", c.text, c.limit, s, len(got), c.want)
		}
	}
}

func TestSnippetOfTextWithoutSpaces(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("今日会議予算", 30) + "备份脚本" + strings.Repeat("今日会議予算", 30)
	got, marks := words.Parse("备份脚本", false).Snippet(text, 60)
	if s := show(got, marks); !strings.Contains(s, "[备份脚本]") || len(got) < 50 {
		t.Errorf("got %q", s)
	}
}

func BenchmarkSnippetOfOneMiB(b *testing.B) {
	text := strings.Repeat("The quick brown fox jumps over the lazy dog, getUserName. ", model.MaxContent/58)
	q := words.Parse("deployment rollback procedure", false)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		q.Snippet(text, 200)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{1, 10, 100} {
		text := strings.Repeat("how did we undo the failed deployment of userService? ", n)
		b.Run(fmt.Sprintf("%dbytes", len(text)), func(b *testing.B) {
			for b.Loop() {
				words.Parse(text, true)
			}
		})
	}
}
