// Where Perl is searched: never on the PATH, which a repository may have influenced.

export const perlPlaces: readonly string[] = ["/usr/bin/perl", "/usr/local/bin/perl", "/bin/perl"];
