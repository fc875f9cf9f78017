/** Students by when they were seen last, who never were among them: the order that their list runs along. */
export const up = `
drop index courses.enrolment_seen;
create index enrolment_seen on courses.enrolment (community_id, course_id, coalesce(last_seen_at, 'epoch'::timestamptz), id);
`
