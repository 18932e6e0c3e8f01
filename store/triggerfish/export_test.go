package triggerfish

// Settled reports what a read without locks would, if do happened meanwhile.
func Settled(path string, do func()) error {
	s, err := find(path)
	if err != nil {
		return err
	}
	do()
	return s.settled()
}
