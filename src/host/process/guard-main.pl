# The guard without Node: a small process that outlives us for a moment and ends what we left running, and us where we cannot.
#
# It does what `guard-main.ts` does, with the same lines on standard input (`watch <pid> <nonce>`, `done <pid>`, `beat`,
# `end <ms>`), in a tenth of the memory; one suite of tests holds both to it. The first argument is the number of our process;
# a second one, which only tests give, takes the place of `$still_ticks`.
# Invariant: a process is signalled only if it carries the nonce, or has been in the process group of one that does; then
# by its number and its start time. Our own process is signalled only while it is the parent of the guard.
# Why not `use strict`, POSIX or Time::HiRes: each module costs more memory than the script. The tests compile it strictly.

my ($owner, $given_ticks) = @ARGV;

my $grace_looks = 5;           # of 300 ms: how long a process that was asked to stop may take
my $kill_rounds = 40;          # of 50 ms: how often a process that starts others is swept
my $silent_looks = 5;          # of 1 s: from when on a loop that has not been heard of counts as silent
my $still_ticks = $given_ticks || 1500; # a silent loop that has used so much processor time (ticks of 10 ms) stands still
my $forsaken_ticks = 100;      # the same where the process that started the owner has gone

my %watched;                   # nonce by the number of the group's leader
my %known;                     # start time by number: all that was found to be ours since the end of the owner
my ($looks, $silent_since, $starter, $is_ending);

# A terminal's interrupt reaches us too; the job is only done when the pipe has closed.
$SIG{$_} = "IGNORE" for "INT", "TERM", "HUP";
$SIG{ALRM} = \&kill_owner;
listen_to_owner();
finish() if %watched;
exit 0;

sub listen_to_owner {
  my $rest = "";
  while (1) {
    my $ready = "";
    vec($ready, 0, 1) = 1;
    # Without a beat or a deadline there is nothing to look at, and the guard sleeps until it is told something.
    my $found = select($ready, undef, undef, defined $looks || $is_ending ? 1 : undef);
    if ($found < 1) {
      look_at_loop() if $found == 0 && defined $looks;
      next;
    }
    my $read = sysread(STDIN, $rest, 4096, length $rest);
    next if !defined $read && $! == 4; # EINTR
    return if !$read;
    while ((my $end = index($rest, "\n")) >= 0) {
      hear(words(substr($rest, 0, $end)));
      $rest = substr($rest, $end + 1);
    }
  }
}

sub hear {
  my ($verb, $number, $nonce) = @_;
  if ($verb eq "watch") { $watched{$number} = $nonce; }
  elsif ($verb eq "done") { delete $watched{$number}; }
  elsif ($verb eq "end") { end_within($number); }
  elsif ($verb eq "beat") {
    $starter = (main_thread())[0] if !defined $looks;
    $looks = 0;
    undef $silent_since;
  }
}

# The first deadline counts. `alarm` knows whole seconds, and is not moved by a clock that is set.
sub end_within {
  my ($ms) = @_;
  return if $is_ending;
  $is_ending = 1;
  my $seconds = int(($ms + 999) / 1000);
  if ($seconds > 0) { alarm $seconds; } else { kill_owner(); }
}

sub kill_owner {
  kill "KILL", $owner if getppid() == $owner;
}

# Called after each second without a word of the owner. A machine that slept, a debugger and a disk that hangs use no
# processor time, so a silent loop is ended only for the time that it uses.
sub look_at_loop {
  $looks++;
  return if $looks < $silent_looks;
  my ($parent, $ticks) = main_thread();
  return if !defined $ticks;
  $silent_since = $ticks if !defined $silent_since;
  my $is_forsaken = defined $starter && $parent != $starter;
  kill_owner() if $ticks - $silent_since >= ($is_forsaken ? $forsaken_ticks : $still_ticks);
}

# The parent of the owner, and the processor time of the thread that turns its loop, in ticks.
sub main_thread {
  my @stat = stat_fields("/proc/$owner/task/$owner/stat");
  return @stat ? ($stat[1], $stat[11] + $stat[12]) : ();
}

# Asked first, then killed; a process that starts others while it is swept is swept again.
sub finish {
  signal_all("TERM") || return;
  for (1 .. $grace_looks) {
    pause(0.3);
    signal_all(0) || return;
  }
  for (1 .. $kill_rounds) {
    signal_all("KILL") || return;
    pause(0.05);
  }
}

# Returns how many there were to signal; the signal 0 only counts them.
sub signal_all {
  my ($name) = @_;
  # Without /proc the groups are all we have; we hear of each child's end, so no number can have been reused for long.
  return scalar kill $name, map { -$_ } keys %watched if !defined content("/proc/$$/environ");
  my $living = find_ours();
  return scalar kill $name, grep { ($living->{$_} || "") eq $known{$_} } keys %known;
}

# Adds to what is known all live processes that carry a nonce, and the groups that we gave to them. Returns the start time
# of every live process, by its number.
sub find_ours {
  my (%start, %members, %groups);
  opendir(my $processes, "/proc") or return {};
  for my $pid (grep { $_ > 0 } readdir $processes) {
    my @stat = stat_fields("/proc/$pid/stat");
    # A zombie has ended: it only waits for its parent to look.
    next if !@stat || $stat[0] eq "Z";
    $start{$pid} = $stat[19];
    push @{$members{$stat[2]}}, $pid;
    my $environment = content("/proc/$pid/environ");
    next if !defined $environment;
    for my $leader (keys %watched) {
      next if index("\0$environment\0", "\0SIGHTLINE_NONCE=$watched{$leader}\0") < 0;
      $known{$pid} = $stat[19];
      $groups{$leader} = 1 if $stat[2] == $leader;
    }
  }
  $known{$_} = $start{$_} for map { @{$members{$_}} } keys %groups;
  return \%start;
}

# The fields after the command name, which may itself hold spaces and brackets.
sub stat_fields {
  my $text = content($_[0]);
  return defined $text ? words(substr($text, rindex($text, ")") + 2)) : ();
}

# Why not `split`: without a regular expression, 170 KB of Perl are never touched.
sub words {
  my ($text) = @_;
  my @words;
  my $from = 0;
  while ((my $to = index($text, " ", $from)) >= 0) {
    push @words, substr($text, $from, $to - $from);
    $from = $to + 1;
  }
  return (@words, substr($text, $from));
}

# Undefined for what is gone meanwhile, or not ours to read: either way not a process that may be signalled.
sub content {
  open(my $file, "<", $_[0]) or return undef;
  my $text = "";
  while (my $read = sysread($file, $text, 4096, length $text)) {}
  return $text eq "" ? undef : $text;
}

sub pause {
  select(undef, undef, undef, $_[0]);
}
