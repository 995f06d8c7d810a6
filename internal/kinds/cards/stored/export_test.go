package stored

// ParseSentence is for the tests outside of the package.
var ParseSentence = parseSentence
