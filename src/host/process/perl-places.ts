// Where Perl is looked for: never on the PATH, which a repository may have had a part in.

export const perlPlaces: readonly string[] = ["/usr/bin/perl", "/usr/local/bin/perl", "/bin/perl"];
