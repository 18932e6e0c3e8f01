package words_test

import (
	"strings"
	"testing"
)

func TestKeyHitGoesBeforeBodyHit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("torsdag fredag lördag ", 100)
	x := indexOf(t,
		memory{key: "a-body", content: "lisa"},
		memory{key: "b-body", content: "lisa and lisa and lisa again"},
		memory{key: "tandlakare-lisa", content: long},
		memory{key: "e-body", content: "brev och kuvert i lådan"},
		memory{key: "f", content: "brev i lådan", tags: []string{"kuvert", "post"}})
	check(t, x, false, `
		lisa    -> first tandlakare-lisa
		kuvert  -> first f
	`)
}

func TestPartOfAKeyGoesBeforeABodyHit(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("torsdag fredag lördag ", 8)
	x := indexOf(t,
		memory{key: "a-body", content: "the daemon sleeps on fridays"},
		memory{key: "minneDaemon", content: text},
		memory{key: "b-body", content: "备份文件 sleeps on fridays"},
		memory{key: "备份脚本", content: text},
		memory{key: "c-body", content: "a strasse sleeps on fridays"},
		memory{key: "Straße", content: text})
	check(t, x, false, `
		daemon  -> minneDaemon a-body
		备份    -> 备份脚本 b-body
		strasse -> Straße c-body
	`)
}

func TestMoreWordsOfTheQueryGoBeforeOneInTheKey(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "deployment", content: "on fridays never"},
		memory{key: "a", content: "rollback of a deployment needs a ticket and a witness"},
		memory{key: "b", content: "nothing of the kind"})
	check(t, x, false, `
		rollback deployment ticket witness -> a deployment
	`)
}

func TestWholeNameGoesBeforeItsParts(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "a", content: "agent for multi purpose"},
		memory{key: "b", content: "the multi-agent purpose"},
		memory{key: "c", content: "user of a name"},
		memory{key: "d", content: "the userName here"})
	check(t, x, false, `
		multi-agent -> b a
		userName    -> d c
		user_name   -> d c
	`)
}

func TestNearerWordsGoFirst(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "a", content: "the ferry leaves at nine and there is no winter timetable"},
		memory{key: "b", content: "there is a winter ferry that leaves at nine of no timetable"})
	check(t, x, false, `
		winter ferry     -> b a
		ferry winter     -> b a
		the winter ferry -> b a
	`)
}

func TestStopWordsNeverDecide(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "a", content: "how is the what of it to be"},
		memory{key: "b", content: "vad är det som inte är på"},
		memory{key: "c", content: "kaffe at nine"})
	check(t, x, false, `
		what is the kaffe             -> c
		vad är det för kaffe?         -> c
		what is it to be              -> first a
		(What) "" is?                 -> a
		är det på                     -> b
		"is the what" kaffe           -> a
	`)
}
