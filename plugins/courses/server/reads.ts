/** Hot reads of courses: the outline, one learner’s place in it, a page of students. */
import { columnsOf, type Counter, type MemberCard, type RowOf, statement } from '@atrium/sdk/server'
import { CertificateTable, CohortTable, CourseTable, EnrolmentTable, LessonTable, NoteTable, ProgressTable, SectionTable, TopicTable } from './entities.ts'

export type CourseRow = Omit<RowOf<typeof CourseTable>, 'community_id'>
/** $2 courses. Primary key. */
export const coursesById = statement<CourseRow>(
  'courses.by_ids',
  `select ${columnsOf(CourseTable, { but: ['community_id'] })} from courses.course where community_id = $1 and id = any ($2::bigint[])`,
)
/** $2 course, $3 now. Made with the first thing that is kept of it. */
export const courseWrite = statement(
  'courses.make',
  'insert into courses.course (id, community_id, told_until, created_at, updated_at) values ($2, $1, $3, $3, $3) on conflict (id) do nothing',
)

/** $2 course: held before anybody comes into it, until the unit of work ends. */
export const courseHeld = statement('courses.held', 'select from courses.course where community_id = $1 and id = $2 for no key update')

export type SectionRow = Omit<RowOf<typeof SectionTable>, 'community_id'>
/** $2 course. Index section_course. */
export const sectionsOf = statement<SectionRow>(
  'courses.sections',
  `select ${columnsOf(SectionTable, { but: ['community_id'] })} from courses.section where community_id = $1 and course_id = $2 and deleted_at is null order by position, id`,
)
/** $2 section. Primary key. */
export const courseOfSection = statement<{ course_id: number }>(
  'courses.course_of_section',
  'select course_id from courses.section where community_id = $1 and id = $2 and deleted_at is null',
)
/** What the outline knows of a lesson: all but its words. */
const LIGHT = { but: ['community_id', 'body', 'text'] } as const
export type LightLesson = Omit<RowOf<typeof LessonTable>, 'community_id' | 'body' | 'text'>
/** $2 course. Index lesson_course. */
export const lessonsOf = statement<LightLesson>(
  'courses.lessons',
  `select ${columnsOf(LessonTable, LIGHT)} from courses.lesson where community_id = $1 and course_id = $2 and deleted_at is null order by section_id, position, id`,
)
export type LessonRow = Omit<RowOf<typeof LessonTable>, 'community_id'>
const FULL = columnsOf(LessonTable, { but: ['community_id'] })
/** $2 lessons. Primary key. */
export const lessonsById = statement<LessonRow>(
  'courses.lessons_by_ids',
  `select ${FULL} from courses.lesson where community_id = $1 and id = any ($2::bigint[]) and deleted_at is null`,
)
/** $2 last id, $3 rows. For an index that is made anew. */
export const lessonsAfter = statement<LessonRow>(
  'courses.lessons_after',
  `select ${FULL} from courses.lesson where community_id = $1 and id > $2 order by id limit $3`,
)

export type EnrolmentRow = Omit<RowOf<typeof EnrolmentTable>, 'community_id'>
const ENROLMENT = columnsOf(EnrolmentTable, { but: ['community_id'] })
/** $2 member, $3 courses. Unique key. */
export const enrolmentsOf = statement<EnrolmentRow>(
  'courses.enrolments',
  `select ${ENROLMENT} from courses.enrolment where community_id = $1 and member_id = $2 and course_id = any ($3::bigint[])`,
)
/** Where one learner is in one lesson: its id, the second, the furthest second, the score, when they were done (ms). */
export type Step = [lessonId: number, position: number, watchedTo: number, score: number | null, completedAt: number | null]
const LEARNING = ['cohort_id', 'starts_at', 'completed_count', 'last_lesson_id', 'last_seen_at', 'finished_at'] as const
/** A course with the reader's own row in it; its columns are null for who does not learn there. */
export type SeatRow = CourseRow &
  Pick<RowOf<typeof EnrolmentTable>, (typeof LEARNING)[number]> & {
    enrolment_id: number | null
    cohort_name: string | null
    cohort_starts_at: Date | null
    steps: Step[] | null
  }
/** A course may have hundreds of them, and JSON is read in a tenth of the time that rows take. */
const STEP = `json_build_array(p.lesson_id, p.position, p.watched_to, p.score, floor(extract(epoch from p.completed_at) * 1000)::bigint)`
const seat = (name: string, steps: string) =>
  statement<SeatRow>(
    `courses.${name}`,
    `select ${columnsOf(CourseTable, { but: ['community_id'] }, 'c')}, e.id as enrolment_id, ${columnsOf(EnrolmentTable, LEARNING, 'e')},
       h.name as cohort_name, h.starts_at as cohort_starts_at, ${steps} as steps
     from courses.course c left join courses.enrolment e on e.community_id = $1 and e.course_id = c.id and e.member_id = $2
     left join courses.cohort h on h.community_id = $1 and h.id = e.cohort_id where c.community_id = $1 and c.id = $3`,
  )
/** $2 member or 0, $3 course. Primary key, unique key of enrolment. */
export const seatRead = seat('seat', 'null::json')
/** The same, with all that they have touched. Index progress_member. */
export const placeRead = seat(
  'place',
  `(select json_agg(${STEP}) from courses.progress p where p.community_id = $1 and p.member_id = $2 and p.course_id = c.id)`,
)
/** The same, with one lesson. $4 lesson. Unique key of progress. */
export const stepRead = seat(
  'step',
  `(select json_build_array(${STEP}) from courses.progress p where p.community_id = $1 and p.lesson_id = $4 and p.member_id = $2)`,
)
/** $2 member, $3 course, $4 lessons: how many of them are done. Index progress_member. */
export const doneAmong = statement<{ count: number }>(
  'courses.done_among',
  `select count(*)::int as count from courses.progress where community_id = $1 and member_id = $2 and course_id = $3 and lesson_id = any ($4::bigint[]) and completed_at is not null`,
)
/** The same, held until the unit of work ends: what one learner does at once in two windows follows each other. $2 member, $3 course. */
export const enrolmentHeld = statement<EnrolmentRow>(
  'courses.enrolment_held',
  `select ${ENROLMENT} from courses.enrolment where community_id = $1 and member_id = $2 and course_id = $3 for no key update`,
)

export type ProgressRow = Pick<RowOf<typeof ProgressTable>, 'lesson_id' | 'position' | 'watched_to' | 'score' | 'completed_at' | 'noted_at'>
const PROGRESS = columnsOf(ProgressTable, ['lesson_id', 'position', 'watched_to', 'score', 'completed_at', 'noted_at'])
/** $2 member, $3 course. Index progress_member. */
export const progressOf = statement<ProgressRow>(
  'courses.progress',
  `select ${PROGRESS} from courses.progress where community_id = $1 and member_id = $2 and course_id = $3`,
)
/** $2 member, $3 lesson. Unique key. */
export const progressOn = statement<ProgressRow>(
  'courses.progress_on',
  `select ${PROGRESS} from courses.progress where community_id = $1 and lesson_id = $3 and member_id = $2`,
)
/** $2 course, $3 lesson, $4 member, $5 position or null, $6 watched_to or null, $7 noted, $8 now: a place alone. Nothing else of the row moves. */
export const placeWrite = statement<ProgressRow>(
  'courses.place_write',
  `insert into courses.progress as p (community_id, course_id, lesson_id, member_id, position, watched_to, noted_at, created_at, updated_at)
   values ($1, $2, $3, $4, coalesce($5::float8, 0), coalesce($6::float8, 0), $7, $8, $8)
   on conflict (community_id, lesson_id, member_id) do update set
     position = case when $7 >= p.noted_at then coalesce($5::float8, p.position) else p.position end,
     watched_to = greatest(p.watched_to, coalesce($6::float8, 0)), noted_at = greatest(p.noted_at, $7), updated_at = $8
   returning ${PROGRESS}`,
)
/** $2 enrolment, $3 lesson, $4 when: a sign of life. */
export const seenWrite = statement(
  'courses.seen_write',
  'update courses.enrolment set last_lesson_id = $3, last_seen_at = greatest(last_seen_at, $4), updated_at = $4 where community_id = $1 and id = $2',
)
/**
 * $2 course, $3 lesson, $4 member, $5 position or null, $6 watched_to or null, $7 completed_at, $8 score, $9 noted, $10 now. An older place does
 * not take the place of a newer one. The caller has held the enrolment.
 */
export const progressWrite = statement<ProgressRow>(
  'courses.progress_write',
  `insert into courses.progress as p (community_id, course_id, lesson_id, member_id, position, watched_to, completed_at, score, noted_at, created_at, updated_at)
   values ($1, $2, $3, $4, coalesce($5::float8, 0), coalesce($6::float8, 0), $7, $8, $9, $10, $10)
   on conflict (community_id, lesson_id, member_id) do update set
     position = case when $9 >= p.noted_at then coalesce($5::float8, p.position) else p.position end,
     watched_to = greatest(p.watched_to, coalesce($6::float8, 0)),
     completed_at = $7, score = $8, noted_at = greatest(p.noted_at, $9), updated_at = $10
   returning ${PROGRESS}`,
)
/** $2 enrolment, $3 change of the count, $4 lesson, $5 now, $6 finished_at or null to leave it. */
export const enrolmentWrite = statement(
  'courses.enrolment_write',
  `update courses.enrolment set completed_count = completed_count + $3, last_lesson_id = coalesce($4, last_lesson_id), last_seen_at = greatest(last_seen_at, $5),
     finished_at = coalesce(finished_at, $6), updated_at = coalesce($5, updated_at)
   where community_id = $1 and id = $2`,
)

/** $2 course, $3 last member, $4 who began by then, $5 and since then or null, $6 rows. Unique key of enrolment, in its order. */
export const studentsAfter = statement<{ member_id: number }>(
  'courses.students_after',
  `select member_id from courses.enrolment where community_id = $1 and course_id = $2 and member_id > $3 and starts_at <= $4 and ($5::timestamptz is null or starts_at > $5)
   order by member_id limit $6`,
)

export type CohortRow = Omit<RowOf<typeof CohortTable>, 'community_id'>
/** $2 course. Index cohort_course. */
export const cohortsOf = statement<CohortRow>(
  'courses.cohorts',
  `select ${columnsOf(CohortTable, { but: ['community_id'] })} from courses.cohort where community_id = $1 and course_id = $2 order by starts_at, id`,
)
export type NoteRow = Omit<RowOf<typeof NoteTable>, 'community_id' | 'member_id'>
/** $2 member, $3 lesson. Index note_lesson. */
export const notesOf = statement<NoteRow>(
  'courses.notes',
  `select ${columnsOf(NoteTable, { but: ['community_id', 'member_id'] })} from courses.note where community_id = $1 and member_id = $2 and lesson_id = $3
   order by at nulls first, id limit 500`,
)
export type TopicRow = Omit<RowOf<typeof TopicTable>, 'community_id'>
/** By name; few. */
export const topicsRead = statement<TopicRow>(
  'courses.topics',
  `select ${columnsOf(TopicTable, { but: ['community_id'] })} from courses.topic where community_id = $1 order by lower(name), id limit 500`,
)

export type CertificateRow = Omit<RowOf<typeof CertificateTable>, 'community_id'>
const CERTIFICATE = columnsOf(CertificateTable, { but: ['community_id'] })
/** $2 code. Unique key. */
export const certificateByCode = statement<CertificateRow>(
  'courses.certificate',
  `select ${CERTIFICATE} from courses.certificate where community_id = $1 and code = $2`,
)
/** $2 member, $3 course. */
export const certificateOf = statement<CertificateRow>(
  'courses.certificate_of',
  `select ${CERTIFICATE} from courses.certificate where community_id = $1 and member_id = $2 and course_id = $3`,
)

export interface StudentRow extends EnrolmentRow, Pick<MemberCard, 'public_uid' | 'name' | 'headline' | 'avatar_url' | 'roles'> {
  cohort_name: string | null
}
export type StudentSort = 'newest' | 'progress' | 'last_seen'
const KEYS: Record<StudentSort, { key: string; type: string }> = {
  newest: { key: 'e.id', type: 'bigint' },
  progress: { key: 'e.completed_count', type: 'int' },
  last_seen: { key: "coalesce(e.last_seen_at, 'epoch')", type: 'timestamptz' },
}
const STUDENT = `select ${columnsOf(EnrolmentTable, { but: ['community_id'] }, 'e')}, m.public_uid, m.name, m.headline, m.avatar_url, m.roles, c.name as cohort_name
   from courses.enrolment e join kernel.member_card m on m.community_id = $1 and m.id = e.member_id
   left join courses.cohort c on c.community_id = $1 and c.id = e.cohort_id`
/** Each student is in one state alone, so that their numbers add up. $2 course, $3 cohort or null, $4 filter, $5 a week ago, $6 part of a name or null, $7 these members or null. */
export const STUDENTS_WHERE = `e.community_id = $1 and e.course_id = $2 and ($3::bigint is null or e.cohort_id = $3) and ($6::text is null or m.name ilike $6)
   and ($7::bigint[] is null or e.member_id = any ($7))
   and case $4 when 'finished' then e.finished_at is not null
               when 'not_started' then e.finished_at is null and e.completed_count = 0
               when 'stuck' then e.finished_at is null and e.completed_count > 0 and coalesce(e.last_seen_at, e.starts_at) < $5
               when 'active' then e.finished_at is null and e.completed_count > 0 and coalesce(e.last_seen_at, e.starts_at) >= $5
               else $5::timestamptz is not null end`
/**
 * `STUDENTS_WHERE`, $8 last key or null, $9 last id, $10 rows: newest, furthest or last seen first, by the indexes enrolment_newest, enrolment_done
 * and enrolment_seen. Not prepared by name: without its values PostgreSQL can know neither how narrow the search is nor how short the page.
 */
export const studentsSql = (sort: StudentSort): string => {
  const { key, type } = KEYS[sort]
  return `${STUDENT} where ${STUDENTS_WHERE} and ($8::text is null or (${key}, e.id) < ($8::${type}, $9::bigint)) order by ${key} desc, e.id desc limit $10`
}
/** $2 course, $3 members: the lessons that each has done. A range of progress_member for each of a page. */
export const doneOf = statement<{ member_id: number; lessons: number[] }>(
  'courses.done_of',
  `select p.member_id, json_agg(p.lesson_id) as lessons from courses.progress p
   where p.community_id = $1 and p.member_id = any ($3::bigint[]) and p.course_id = $2 and p.completed_at is not null group by p.member_id`,
)
/** $2 course: how many are done with each lesson. Index lesson_course. */
export const completedIn = statement<{ id: number; completed_count: number }>(
  'courses.completed_in',
  'select id, completed_count from courses.lesson where community_id = $1 and course_id = $2 and deleted_at is null',
)
/** $2 course, $3 a week ago. One walk over the course’s enrolments. */
export const statsRead = statement<{ students: number; started: number; finished: number; not_started: number; active: number; stuck: number; done: number }>(
  'courses.stats',
  `select count(*)::int as students, (count(*) filter (where completed_count > 0))::int as started, (count(*) filter (where finished_at is not null))::int as finished,
     (count(*) filter (where finished_at is null and completed_count = 0))::int as not_started,
     (count(*) filter (where finished_at is null and completed_count > 0 and coalesce(last_seen_at, starts_at) >= $3))::int as active,
     (count(*) filter (where finished_at is null and completed_count > 0 and coalesce(last_seen_at, starts_at) < $3))::int as stuck, coalesce(sum(completed_count), 0)::float8 as done
   from courses.enrolment where community_id = $1 and course_id = $2`,
)

const out = "l.status = 'published' and l.deleted_at is null"
/** What is kept on courses, lessons, cohorts, topics and enrolments, counted anew. */
export const counters: Counter[] = [
  {
    kept: 'courses.course.lessons_count',
    counted: `select course_id as id, count(*) from courses.lesson l where community_id = $1 and ${out} group by course_id`,
  },
  {
    kept: 'courses.course.duration',
    counted: `select course_id as id, sum(coalesce(media_duration, 0)) as count from courses.lesson l where community_id = $1 and ${out} group by course_id`,
  },
  { kept: 'courses.course.students_count', counted: 'select course_id as id, count(*) from courses.enrolment where community_id = $1 group by course_id' },
  {
    kept: 'courses.course.finished_count',
    counted: 'select course_id as id, count(*) from courses.enrolment where community_id = $1 and finished_at is not null group by course_id',
  },
  {
    kept: 'courses.cohort.students_count',
    counted: 'select cohort_id as id, count(*) from courses.enrolment where community_id = $1 and cohort_id is not null group by cohort_id',
  },
  { kept: 'courses.topic.courses_count', counted: 'select t as id, count(*) from courses.course, unnest(topic_ids) t where community_id = $1 group by t' },
  {
    kept: 'courses.lesson.completed_count',
    counted: `select p.lesson_id as id, count(*) from courses.progress p join courses.lesson l on l.community_id = $1 and l.id = p.lesson_id and l.deleted_at is null
      join courses.enrolment e on e.community_id = $1 and e.course_id = p.course_id and e.member_id = p.member_id
      where p.community_id = $1 and p.completed_at is not null group by p.lesson_id`,
  },
  {
    kept: 'courses.enrolment.completed_count',
    counted: `select e.id, count(*) from courses.enrolment e join courses.progress p on p.community_id = $1 and p.course_id = e.course_id and p.member_id = e.member_id
      join courses.lesson l on l.community_id = $1 and l.id = p.lesson_id where e.community_id = $1 and p.completed_at is not null and ${out} group by e.id`,
  },
]
/** $2 members, $3 since. Index progress_member. */
export const completedBy = statement<{ member_id: number; count: number }>(
  'courses.completed_by',
  `select member_id, count(*)::int as count from courses.progress where community_id = $1 and member_id = any ($2::bigint[]) and completed_at >= $3 group by member_id`,
)
