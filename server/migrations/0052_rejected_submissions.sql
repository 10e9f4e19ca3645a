-- A person may put a file of the inbox aside.
alter table inbox_submissions drop constraint inbox_submissions_status_known,
  add constraint inbox_submissions_status_known check (status in ('waiting', 'sorted', 'rejected')) not valid;

-- step
alter table inbox_submissions validate constraint inbox_submissions_status_known;
