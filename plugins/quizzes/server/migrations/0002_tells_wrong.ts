/** A quiz may tell which answers were wrong before it is passed, without what is right. */
export const up = `
alter table quizzes.quiz add column tells_wrong boolean not null default false;
`
