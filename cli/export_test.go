package cli

// What tests in the external package look at.
var (
	Age       = age
	Quoted    = quoted
	Squeeze   = squeeze
	Thousands = thousands
	Typed     = typed
)
