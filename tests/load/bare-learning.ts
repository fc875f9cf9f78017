/** The yardstick for courses and events: what Atrium's calls answer, read by hand from the same tables. */
import type { Router } from '@koa/router'
import type { Context } from 'koa'
import type pg from 'pg'

interface Hand {
  pool: pg.Pool
  run(client: pg.Pool, name: string, text: string, values: unknown[]): Promise<any[]>
  memberOf(ctx: Context): Promise<number>
  mayRead(ctx: Context, member: number, space: number): Promise<void>
  community: number
}
const LESSON = `l.id, l.section_id, l.name, l.kind, l.status, l.is_free, l.is_media_enabled, l.media_duration, l.comments_count, l.live_starts_at`
const MEMBERSHIP =
  'select * from courses.course c left join courses.enrolment e on e.community_id = $1 and e.course_id = c.id and e.member_id = $2 where c.community_id = $1 and c.id = $3'
const stamp = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

export function addLearning(router: Router, { pool, run, memberOf, mayRead, community }: Hand): void {
  const enter = async (ctx: Context, space: number) => {
    const member = await memberOf(ctx)
    await mayRead(ctx, member, space)
    return member
  }
  router.get('/course/:space', async (ctx) => {
    const space = Number(ctx.params.space)
    const member = await enter(ctx as never, space)
    const [[course], sections, lessons] = await Promise.all([
      run(pool, 'course', MEMBERSHIP, [community, member, space]),
      run(pool, 'sections', 'select * from courses.section where community_id = $1 and course_id = $2 and deleted_at is null order by position, id', [
        community,
        space,
      ]),
      run(
        pool,
        'lessons',
        `select ${LESSON}, p.position, p.score, p.completed_at from courses.lesson l
         left join courses.progress p on p.community_id = $1 and p.lesson_id = l.id and p.member_id = $2
         where l.community_id = $1 and l.course_id = $3 and l.status = 'published' and l.deleted_at is null order by l.section_id, l.position, l.id`,
        [community, member, space],
      ),
    ])
    const of = Map.groupBy(lessons, (lesson) => lesson.section_id)
    ctx.body = { ...course, sections: sections.map((section) => ({ ...section, lessons: of.get(section.id) ?? [] })) }
  })
  router.get('/course/:space/:lesson', async (ctx) => {
    const space = Number(ctx.params.space)
    const member = await enter(ctx as never, space)
    const [[course], [lesson]] = await Promise.all([
      run(pool, 'course', MEMBERSHIP, [community, member, space]),
      run(
        pool,
        'lesson',
        `select l.*, p.position as at, p.completed_at, (select b.id from content.bookmark b where b.community_id = $1 and b.member_id = $2 and b.kind = 'lesson' and b.record_id = l.id) as bookmark_id
         from courses.lesson l left join courses.progress p on p.community_id = $1 and p.lesson_id = l.id and p.member_id = $2 where l.community_id = $1 and l.id = $3`,
        [community, member, ctx.params.lesson],
      ),
    ])
    ctx.body = { ...lesson, course: course.id }
  })
  router.post('/course/:space/place', async (ctx) => {
    const space = Number(ctx.params.space)
    const member = await enter(ctx as never, space)
    const { lesson_id, position } = (ctx.request as any).body
    const [row] = await run(
      pool,
      'place',
      `insert into courses.progress as p (community_id, course_id, lesson_id, member_id, position, noted_at) values ($1, $2, $3, $4, $5, now())
       on conflict (community_id, lesson_id, member_id) do update set position = $5, noted_at = now(), updated_at = now() returning *`,
      [community, space, lesson_id, member, position],
    )
    ctx.body = row
  })
  router.get('/students/:space', async (ctx) => {
    const space = Number(ctx.params.space)
    await enter(ctx as never, space)
    const students = await run(
      pool,
      'students',
      `select e.*, m.name, m.avatar_url, m.headline from courses.enrolment e join kernel.member m on m.id = e.member_id
       where e.community_id = $1 and e.course_id = $2 order by e.id desc limit 20`,
      [community, space],
    )
    const done = await run(
      pool,
      'students-done',
      'select member_id, json_agg(lesson_id) as lessons from courses.progress where community_id = $1 and member_id = any ($2::bigint[]) and course_id = $3 and completed_at is not null group by 1',
      [community, students.map(({ member_id }) => member_id), space],
    )
    ctx.body = { students, done }
  })
  router.get('/month/:space', async (ctx) => {
    const space = Number(ctx.params.space)
    const member = await enter(ctx as never, space)
    ctx.body = await run(
      pool,
      'month',
      `select e.id, o.id as occurrence_id, e.name, e.slug, o.space_id, o.starts_at, o.ends_at, e.location_type, o.going_count, o.rsvp_limit, r.status, o.cancelled_at
       from events.occurrence o join events.event e on e.id = o.event_id left join events.rsvp r on r.community_id = $1 and r.occurrence_id = o.id and r.member_id = $2
       where o.community_id = $1 and o.space_id = $3 and o.is_listed and o.starts_at >= $4 and o.starts_at < $5 order by o.starts_at, o.id`,
      [community, member, space, ctx.query.from, ctx.query.to],
    )
  })
  router.get('/calendar/:token', async (ctx) => {
    const [feed] = await run(pool, 'feed', 'select member_id, space_id from events.feed where community_id = $1 and token = $2', [community, ctx.params.token])
    if (!feed) ctx.throw(404)
    await mayRead(ctx as never, feed.member_id, feed.space_id)
    const rows = await run(
      pool,
      'feed-dates',
      `select e.id, e.name, e.slug, e.excerpt, o.id as occurrence_id, o.starts_at, o.ends_at, o.updated_at from events.occurrence o join events.event e on e.id = o.event_id
       where o.community_id = $1 and o.space_id = $2 and o.is_listed order by o.starts_at, o.id limit 1000`,
      [community, feed.space_id],
    )
    ctx.type = 'text/calendar'
    ctx.body = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${rows
      .map(
        (row) =>
          `BEGIN:VEVENT\r\nUID:${row.occurrence_id}\r\nDTSTAMP:${stamp(row.updated_at)}\r\nDTSTART:${stamp(row.starts_at)}\r\nDTEND:${stamp(row.ends_at)}\r\nSUMMARY:${row.name}\r\nDESCRIPTION:${row.excerpt}\r\nEND:VEVENT`,
      )
      .join('\r\n')}\r\nEND:VCALENDAR\r\n`
  })
}
