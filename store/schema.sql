-- The schema of format 1. docs/architecture.md explains it; docs/audit-log.md
-- explains event and event_hash. FTS tables and their views are made by
-- index.go, one pair a ceiling.

create table meta (
  name  text primary key,
  value blob not null
) strict, without rowid;

-- A session that has written something. Its taint is the highest level in
-- session_taint: rising is a new row, so that no lower level sees it (SPEC P6).
create table session (
  id        blob primary key check (length(id) = 16),
  channel   text not null,
  client    text not null,
  clearance integer not null check (clearance between 1 and 4),
  started   integer not null
) strict, without rowid;

create table session_taint (
  session blob not null references session (id),
  level   integer not null check (level between 1 and 4),
  since   integer not null,
  seen    integer not null,
  ended   integer,
  reads   integer not null default 0,
  writes  integer not null default 0,
  primary key (session, level)
) strict, without rowid;

create index session_seen on session_taint (level, seen desc);

-- Immutable: a row is written once, and only a purge takes it away. The id never
-- leaves the store. Long columns stand last, so that short ones are read without
-- them.
create table version (
  id         integer primary key,
  level      integer not null check (level between 1 and 4),
  key        text not null,
  number     integer not null check (number > 0),
  kind       integer not null check (kind in (1, 2)),
  created    integer not null,
  saved      integer not null,
  expires    integer,
  session    blob not null references session (id),
  origin     text not null,
  salt       blob not null check (length(salt) = 16),
  commitment blob not null check (length(commitment) = 32),
  size       integer not null,
  tags       text not null,
  extra      text not null,
  content    text not null,
  unique (key, level, number)
) strict;

create trigger version_is_immutable before update on version
begin select raise(abort, 'a version never changes'); end;

-- The newest version of each (key, level) and what has become of it: 1 live,
-- 2 deleted, 3 expired, 4 covered. The version is there, and Check says so: a
-- reference would make a purge read the whole table for each version it erases.
create table record (
  key     text not null,
  level   integer not null check (level between 1 and 4),
  version integer not null,
  number  integer not null,
  state   integer not null check (state between 1 and 4),
  saved   integer not null,
  expires integer,
  primary key (key, level)
) strict, without rowid;

-- One ordered stream a level, for lists.
create index record_stream on record (level, saved desc, key) where state = 1;
create index record_cover on record (level, saved desc, key) where state = 4;
create index record_due on record (level, expires, key) where state = 1 and expires is not null;

-- The same streams by tag, of live records.
create table record_tag (
  level integer not null,
  tag   text not null,
  saved integer not null,
  key   text not null,
  primary key (level, tag, saved desc, key)
) strict, without rowid;

-- What has happened to versions: 2 deleted, 3 expired, 5 superseded, 1 live
-- again. The newest row of a version counts. session is null for expiry.
create table ending (
  id      integer primary key,
  version integer not null references version (id) on delete cascade,
  level   integer not null check (level between 1 and 4),
  state   integer not null check (state in (1, 2, 3, 4, 5)),
  at      integer not null,
  session blob references session (id)
) strict;

create index ending_version on ending (version, id);

-- One stream a level of what has ended, for the audit view.
create index ending_stream on ending (level, at desc, version);

-- What a purge leaves: enough to know the same thing when it is imported again
-- and to number on from it, and nothing to read (SPEC V6).
create table tombstone (
  key    text not null,
  level  integer not null check (level between 1 and 4),
  number integer not null,
  ended  integer not null,
  salt   blob not null check (length(salt) = 16),
  hash   blob not null check (length(hash) = 32),
  primary key (key, level, number)
) strict, without rowid;

-- How many heads each ceiling sees, and with which tags.
create table tally (
  ceiling integer primary key check (ceiling between 1 and 4),
  heads   integer not null check (heads >= 0)
) strict;

insert into tally (ceiling, heads) values (1, 0), (2, 0), (3, 0), (4, 0);

create table tag_tally (
  ceiling integer not null check (ceiling between 1 and 4),
  tag     text not null,
  heads   integer not null check (heads > 0),
  primary key (ceiling, tag)
) strict, without rowid;

-- One append-only log a level.
create table event (
  level      integer not null check (level between 1 and 4),
  seq        integer not null check (seq >= 0),
  at         integer not null,
  session    blob not null check (length(session) = 16),
  channel    text not null,
  kind       text not null,
  key        text not null,
  of         integer not null check (of between 0 and 4),
  version    integer not null check (version >= 0),
  rule       text not null,
  note       text not null,
  commitment blob not null check (length(commitment) = 32),
  primary key (level, seq)
) strict, without rowid;

create index event_key on event (key, level, seq) where key <> '';

create table event_hash (
  level integer not null check (level between 1 and 4),
  place integer not null check (place >= 0),
  hash  blob not null check (length(hash) = 32),
  primary key (level, place)
) strict, without rowid;

-- Guards against our own mistakes, not against somebody with the file: REPLACE
-- passes delete triggers, but not the demand for the next number.
create trigger event_is_appended before insert on event
when new.seq <> (select coalesce(max(seq) + 1, 0) from event where level = new.level)
begin select raise(abort, 'events are appended'); end;

create trigger event_is_kept before update on event
begin select raise(abort, 'events never change'); end;

create trigger event_is_not_removed before delete on event
begin select raise(abort, 'events are never removed'); end;

create trigger event_hash_is_kept before update on event_hash
begin select raise(abort, 'events never change'); end;

create trigger event_hash_is_not_removed before delete on event_hash
begin select raise(abort, 'events are never removed'); end;
