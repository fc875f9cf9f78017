/** The dry run: reads the file bit by bit and writes down for each row what would become of it; nothing else changes. */
import type { Ctx } from '@atrium/sdk/server'
import audience from '../../../../audience/contract.ts'
import { type ImportOptions, MOST_ROWS, type Outcome } from '../../../contract.ts'
import { noteUnknown, placesOf, type Unknown } from './places.ts'
import { bytesFrom, markOf, read } from './reading.ts'
import { contactChanges, contactOf, FACTS, LEFT_OUT, orderIn, type Said, saidBy } from './rows.ts'
import type { Changes, Task } from './tasks.ts'

/** Bytes of one step: some thousand rows. */
const CHUNK = 256 * 1024
/** Of a long file, whose beginning each step has to pass. */
const LONG_CHUNK = 768 * 1024
const LONG = 20 * 1024 * 1024

const isRight = ({ problem }: Said) => problem === null || LEFT_OUT.has(problem)
interface Planned extends Said {
  line: number
  outcome: Outcome
}
type Card = { id: number; name: string } & Record<(typeof FACTS)[number], string | null>

/** Whether a row brings something that the member has not. */
function brings(card: Card, values: Record<string, string>, how: ImportOptions['existing']): boolean {
  if (how === 'skip') return false
  const facts = FACTS.some((fact) => values[fact] && (how === 'overwrite' ? values[fact] !== card[fact] : !card[fact]))
  return facts || (how === 'overwrite' && Boolean(values.name) && values.name !== card.name)
}

async function plan(ctx: Ctx, task: Task, said: (Said & { line: number })[]): Promise<Planned[]> {
  const good = [...new Set(said.filter(isRight).map(({ email }) => email))]
  const contacts = task.contact_type === 'contact' && ctx.has(audience) ? ctx.use(audience).known(good) : null
  const [known, people, earlier] = await Promise.all([
    ctx.members.known(good),
    contacts,
    ctx.sql<{ email: string }>(
      `select distinct email from invitations.import_row where community_id = $1 and import_id = $2 and email = any($3) and outcome <> 'wrong'`,
      [task.id, good],
    ),
  ])
  const ids = [...known.values()].flatMap(({ memberId, status }) => (memberId !== null && status === 'active' ? memberId : []))
  const cards = ids.length
    ? await ctx.sql<Card>('select id, name, headline, bio, location, website from kernel.member_card where community_id = $1 and id = any($2::bigint[])', [ids])
    : []
  const byId = new Map(cards.map((card) => [card.id, card]))
  const seen = new Set(earlier.map(({ email }) => email))
  return said.map((row): Planned => {
    if (!isRight(row)) return { ...row, outcome: 'wrong' }
    if (seen.has(row.email)) return { ...row, outcome: 'wrong', problem: 'duplicate' }
    const there = known.get(row.email)
    if (there?.status === 'banned') return { ...row, outcome: 'wrong', problem: 'banned' }
    seen.add(row.email)
    const person = people?.get(row.email.toLowerCase())
    if (person) return { ...row, outcome: contactChanges(person, contactOf(row)) ? 'changed' : 'same' }
    if (there?.status !== 'active' || there.memberId === null) return { ...row, outcome: 'new' }
    const card = byId.get(there.memberId)
    const changes = task.contact_type === 'member' && card && brings(card, row.values, task.options.existing ?? 'fill')
    return { ...row, outcome: changes ? 'changed' : 'same' }
  })
}

/** One step of reading. @returns what of the task has changed */
export async function checkStep(ctx: Ctx, task: Task): Promise<Changes> {
  const size = task.byte_size > LONG ? LONG_CHUNK : CHUNK
  let { bytes, isEnd } = await bytesFrom(await ctx.files.read(task.file_id!), task.byte_mark, size)
  const mark = task.byte_mark === 0 ? (markOf(bytes)?.bytes ?? 0) : 0
  let found = read(bytes.subarray(mark), task, isEnd)
  if (found.records.length === 0 && !isEnd) {
    // one record that is longer than a step
    ;({ bytes, isEnd } = await bytesFrom(await ctx.files.read(task.file_id!), task.byte_mark, size * 8))
    found = read(bytes.subarray(mark), task, isEnd)
  }
  const endsInLine = isEnd && !/[\r\n]\0?$/.test(bytes.subarray(-2).toString('latin1'))
  const now = ctx.now()
  const order = orderIn(task)
  const places = await placesOf(ctx)
  const unknown: Partial<Unknown> = { ...task.unknown }
  const said: (Said & { line: number })[] = []
  for (const [at, record] of found.records.entries()) {
    const line = task.rows_read + at + 1
    if ((line === 1 && task.has_header) || record.cells.every((cell) => !cell.trim())) continue
    const row = saidBy(record, task.columns, { now, order, isLast: endsInLine && at === found.records.length - 1 })
    if (isRight(row)) noteUnknown(unknown, places, row.values)
    said.push({ ...row, line })
  }
  const planned = await plan(ctx, task, said)
  await ctx.sql(
    `insert into invitations.import_row (community_id, import_id, line, outcome, problem, email, row_values)
     select $1, $2, r.line, r.outcome, r.problem, r.email, r.values
     from jsonb_to_recordset($3::jsonb) as r (line int, outcome text, problem text, email text, values jsonb)
     on conflict (community_id, import_id, line) do nothing`,
    [task.id, JSON.stringify(planned)],
  )
  const counted = (outcome: Outcome) => planned.filter((row) => row.outcome === outcome).length
  const rowsRead = task.rows_read + found.records.length
  const tooMany = rowsRead > MOST_ROWS
  return {
    byteMark: task.byte_mark + mark + found.bytes,
    rowsRead,
    newRows: task.new_rows + counted('new'),
    changedRows: task.changed_rows + counted('changed'),
    sameRows: task.same_rows + counted('same'),
    wrongRows: task.wrong_rows + counted('wrong'),
    unknown,
    ...(tooMany ? { status: 'failed', problem: 'A file can have up to 500,000 rows. Split it into several.' } : isEnd ? { status: 'ready' } : {}),
  }
}
