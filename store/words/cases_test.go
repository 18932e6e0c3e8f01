package words_test

import (
	"testing"

	"minne/store/words"
)

func TestApostrophesAndWordsLikeOperatorsAreText(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "club", content: "Norrland Pony Keeper's and Rider's Guild"},
		memory{key: "rule-1", content: "don't restart the kiosk"})
	check(t, x, false, `
		don't                -> rule-1
		don’t                -> rule-1
		Keeper's and Rider's -> club
		AND                  -> any
		foo AND              ->
		NOT x                ->
		NOT kiosk            -> rule-1
		not                  ->
		near                 ->
		NEAR(a b)            -> any
		OR OR                ->
	`)
}

func TestHyphensAreNotColumnFilters(t *testing.T) {
	t.Parallel()
	x := indexOf(t, memory{key: "t1", content: "Ticket QRX-417 blocks multi-agent work in acme-cloud-dev"})
	check(t, x, false, `
		QRX-417              -> t1
		multi-agent          -> t1
		multi agent          -> t1
		acme-cloud-dev       -> t1
		-417                 -> t1
		--fail-fast          ->
		blue-door OR QRX-417 -> t1
	`)
}

func TestColonsDotsSlashesAndAtSigns(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "n1", content: ".NET 8.0.3 on node.js, docs at https://example.com/a/b?x=1#y, mail user@example.com"},
		memory{key: "n2", content: `C:\Users\anna\notes.txt and /etc/minne/config.toml, see grammar::fa`})
	check(t, x, false, `
		.NET                      -> first n1
		8.0.3                     -> first n1
		node.js                   -> first n1
		https://example.com/a/b   -> first n1
		user@example.com          -> first n1
		C:\Users\anna             -> first n2
		/etc/minne/config.toml    -> first n2
		grammar::fa               -> first n2
		key:n1                    -> n1
		content:docs              -> n1
		content:anna              -> n2
		classification:public     ->
		level:public              ->
	`)
}

func TestBlankBrokenAndUnbalancedQueries(t *testing.T) {
	t.Parallel()
	x := indexOf(t, memory{key: "s", content: "ship it 🚀 now"})
	for _, operators := range []bool{false, true} {
		check(t, x, operators, `
			!!!        ->
			🚀         ->
			ship !!!   -> s
			ship 🚀    -> s
			"ship      -> s
			(ship      -> s
			ship)      -> s
			ship"      -> s
			^ship      -> s
			ship%      -> s
			ship*      -> s
			*ship      -> s
			+ship      -> s
			"ship" AND -> s
			ab"cd      ->
			a* *b      ->
			note%      ->
			""         ->
			"!!!"      ->
			- -- ---   ->
		`)
	}
	for _, blank := range []string{"", " ", "   ", "\t\n", "\x00"} {
		q := words.Parse(blank, true)
		if match, ok := q.Match(); ok || !q.Empty() {
			t.Errorf("Parse(%q): got match %q, empty %v, want none, true", blank, match, q.Empty())
		}
	}
}

func TestPlainQuestionsFindAnAnswer(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "ops", content: "deployment rollback procedure: run make undo"},
		memory{key: "food", content: "oat latte at nine"})
	check(t, x, false, `
		how did we undo the failed deployment? -> ops
		can I roll back deployments            -> ops
		deployment zebra                       -> ops
		what is the latte for?                 -> food
	`)
	x.save(t, "some", "the deployment of last week was long and dull and full of deployment steps")
	check(t, x, false, `
		how did we undo the failed deployment? -> ops some
		deployment undo                        -> ops some
	`)
}

func TestRunsWithoutSpacesAreFoundByAnyTwoCharacters(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "zh", content: "明天检查备份脚本"},
		memory{key: "ja", content: "会議で予算案を承認した"},
		memory{key: "ko", content: "내일 서버 점검을 한다"},
		memory{key: "th", content: "วันนี้ฉันกินข้าวกับเพื่อน"},
		memory{key: "km", content: "ខ្ញុំស្រលាញ់ភាសាខ្មែរ"},
		memory{key: "lo", content: "ຂ້ອຍຮັກພາສາລາວ"},
		memory{key: "my", content: "မြန်မာစာကိုချစ်တယ်"},
		memory{key: "mix", content: "使用docker部署，版本2024年"})
	check(t, x, false, `
		备份       -> zh
		脚本       -> zh
		备份脚本   -> zh
		予算案     -> ja
		承認       -> ja
		점검       -> ko
		你好       ->
		한다       -> ko
		"份脚"     -> zh
		"备份 脚本" -> zh
		"脚本备份" ->
		明         -> zh
		本         -> zh mix
		した       -> ja
		กินข้าว    -> th
		ข้าว       -> th
		"กินข้าว"  -> th
		ភាសា       -> km
		ພາສາ       -> lo
		မြန်မာ     -> my
		docker     -> mix
		部署       -> mix
		2024       -> mix
		使用docker -> mix
	`)
}

func TestAccentsAndLettersWithoutAccents(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "sv", content: "Anställd i Malmö på Å-gatan"},
		memory{key: "de", content: "bei Müller gesperrt"},
		memory{key: "tr", content: "İstanbul ofisi"},
		memory{key: "fr", content: "caffè, café, résumé"},
		memory{key: "användarnamn", content: "Ada"},
		memory{key: "da", content: "Sønderborg, Ærø og Þingvellir"},
		memory{key: "de2", content: "Große Straße"},
		memory{key: "pl", content: "Łódź"},
		memory{key: "tr2", content: "ısırgan"},
		memory{key: "ru", content: "Ёлка"},
		memory{key: "ar", content: "مُحَمَّد"},
		memory{key: "wide", content: "ＡＢＣ株式会社"},
		memory{key: "nfd", content: "Malmo\u0308hus"})
	check(t, x, false, `
		malmo        -> sv
		MALMÖ        -> sv
		pa           -> sv
		på           -> sv
		muller       -> de
		Müller       -> de
		istanbul     -> tr
		ISTANBUL     -> tr
		İSTANBUL     -> tr
		cafe         -> fr
		caffe        -> fr
		resume       -> fr
		användarnamn -> användarnamn
		anvandarnamn -> användarnamn
		sonderborg   -> da
		sønderborg   -> da
		SØNDERBORG   -> da
		aero         -> da
		thingvellir  -> da
		strasse      -> de2
		straße       -> de2
		STRASSE      -> de2
		GROSSE       -> de2
		lodz         -> pl
		isirgan      -> tr2
		елка         -> ru
		محمد         -> ar
		abc          -> wide
		ABC          -> wide
		株式         -> wide
		malmöhus     -> nfd
		malmohus     -> nfd
	`)
}

func TestExactSpellingGoesFirst(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "a", content: "office in Malmo"},
		memory{key: "b", content: "office in Malmö"},
		memory{key: "c", content: "Strasse nine"},
		memory{key: "d", content: "Straße nine"})
	check(t, x, false, `
		Malmo   -> a b
		malmö   -> b a
		Malmö   -> b a
		strasse -> c d
		straße  -> d c
	`)
}

func TestNamesAreFoundWholeAndByParts(t *testing.T) {
	t.Parallel()
	x := indexOf(t, memory{key: "c", content: "getUserName calls max_retry_count and kebab-case-key"})
	check(t, x, false, `
		max_retry_count -> c
		retry           -> c
		kebab-case-key  -> c
		kebab           -> c
		getUserName     -> c
		GETUSERNAME     -> c
		user name       -> c
		user-name       -> c
		user_name       -> c
		UserName        -> c
		maxRetryCount   -> c
		kebabCaseKey    -> c
	`)
	x = indexOf(t, memory{key: "n", content: "HTTPServer python3 listIDs parseURLs sha256sum iPhone utf8 see /var/log/minneDaemon.log"})
	check(t, x, false, `
		server  -> n
		http    -> n
		python  -> n
		ids     -> n
		URLs    -> n
		sha256  -> n
		phone   -> n
		UTF-8   -> n
		minne   -> n
		daemon  -> n
		minne_daemon.log -> n
	`)
}

func TestKeysAndTagsAreSearched(t *testing.T) {
	t.Parallel()
	x := indexOf(t, memory{"tandlakare-lisa", "torsdag 14:30", []string{"family", "hälsa"}})
	check(t, x, false, `
		tandlakare -> tandlakare-lisa
		lisa       -> tandlakare-lisa
		family     -> tandlakare-lisa
		halsa      -> tandlakare-lisa
		torsdag    -> tandlakare-lisa
	`)

	x = indexOf(t, memory{"k", "x", []string{"R&D", "<mauve>", `say "cyan"`, `a\\teal`}})
	check(t, x, false, `
		R&D   -> k
		mauve -> k
		cyan  -> k
		teal  -> k
	`)
}

func TestEverydayVariantsMeet(t *testing.T) {
	t.Parallel()
	x := indexOf(t,
		memory{key: "a", content: "deployment by email on v8.0.3"},
		memory{key: "b", content: "we deploy by e-mail on 8.0.4"},
		memory{key: "c", content: "the employer's payments"})
	check(t, x, false, `
		deploy      => a b
		deployment  => a b
		deployments => a b
		e-mail      => a b
		8.0.3       -> a
		v8.0.4      -> b
		employment  -> c
		pay         ->
		employers   -> c
	`)
}
