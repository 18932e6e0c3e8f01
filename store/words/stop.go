package words

import "strings"

// The stop words say nothing about what is looked for. The lists are short on
// purpose: a word that also names things (man, under, era, vi) is in neither, and
// the score of a frequent word is low anyway.
var stops = set(`
	a about after all also am an and any are as at be been before being but by can could did do does
	doing for from had has have having he her here hers him his how i if in into is it its just me my
	near no nor not of off on or our ours out over own she should so some such than that the their
	theirs them then there these they this those through to too up us very was we were what when where
	which while who whom whose why will with would you your yours

	alla att av bara blev blir dem den denna deras dess dessa det detta du där efter eller en ett
	finns från för ha hade har hur här hon honom inte jag kan kunde med mig mitt mycket någon något
	några när och också om på samt sig sina ska skulle som så till upp ut vad vara varför varit vem
	vilka vilken vilket är åt över
`)

// The stop words that hold an apostrophe, without it.
var stopsJoined = set(`
	arent cant couldnt didnt doesnt dont hadnt hasnt havent hes id ill im isnt its ive shes shouldnt
	thats theres theyll theyre theyve wasnt well were werent weve whats wheres whos wont wouldnt youd
	youll youre youve
`)

func set(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// stop reports whether a word, or two around an apostrophe, is a stop word. Its
// exact spelling counts: "på" is one, "pa" is not.
func stop(text string) bool {
	w := strings.ToLower(text)
	if stops[w] {
		return true
	}
	a, b, ok := strings.Cut(strings.ReplaceAll(w, "’", "'"), "'")
	return ok && (stopsJoined[a+b] || b == "s" && stops[a])
}
