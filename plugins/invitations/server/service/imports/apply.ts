/** What was checked is done: members, contacts or invitations of some hundred rows at a time, each step once. And undone again. */
import { type ImportedMember, isRefusal, unlessRefused } from '@atrium/sdk/server'
import type { Ctx } from '@atrium/sdk/server'
import audience, { type ContactRow, type KnownPerson, type OverwrittenPerson } from '../../../../audience/contract.ts'
import membersContract from '../../../../members/contract.ts'
import { ImportOptions, type Outcome, type OpenedTarget } from '../../../contract.ts'
import { BulkTable, EmailTable } from '../../entities.ts'
import { sendJob } from '../../jobs.ts'
import { paymentOf } from '../coming.ts'
import { checkTargets, closeFor, openFor } from '../opening.ts'
import { sealedToken } from '../tokens.ts'
import { placesOf, type Places, tagsOf, targetsOf } from './places.ts'
import { contactChanges, contactOf, FACTS, momentOf, nameOf, orderIn } from './rows.ts'
import type { Changes, Task } from './tasks.ts'

/** Rows of one step. */
const STEP = 500
/** Members taken out again in one step: each has access, groups and sessions that go. */
const UNDO_STEP = 100
interface Row {
  id: number
  line: number
  outcome: Outcome
  email: string
  row_values: Record<string, string>
  former: Record<string, string | null> | null
  member_id: number | null
  person_id: number | null
  tag_ids: number[] | null
}
type Done = { id: number; outcome: Outcome; problem?: string; member_id?: number | null; person_id?: number; former?: object | null; tag_ids?: number[] | null }
/** A person of the audience, and which tags are new to them. */
type Tagged = Map<number, { personId: number; tagIds: number[] }>
const givenTo = (tagged: Tagged, row: Row) => {
  const one = tagged.get(row.id)
  return one ? { person_id: one.personId, tag_ids: one.tagIds.length ? one.tagIds : null } : {}
}

const rowsAfter = (ctx: Ctx, task: Task, limit: number): Promise<Row[]> =>
  ctx.sql<Row>(
    `select id, line, outcome, email, row_values, former, member_id, person_id, tag_ids from invitations.import_row
     where community_id = $1 and import_id = $2 and line > $3 and outcome <> 'wrong' order by line limit ${limit}`,
    [task.id, task.line_mark],
  )

/** @returns what of the task has changed */
export async function applyStep(ctx: Ctx, task: Task): Promise<Changes> {
  const options = ImportOptions.parse(task.options)
  const rows = await rowsAfter(ctx, task, STEP)
  const places = await placesOf(ctx)
  const done = rows.length
    ? await (task.contact_type === 'contact' ? contacts : options.how === 'invite' ? invited : members)(ctx, task, options, rows, places)
    : []
  if (done.length)
    await ctx.sql(
      `update invitations.import_row r set outcome = d.outcome, problem = coalesce(d.problem, r.problem), member_id = coalesce(d.member_id, r.member_id),
         person_id = coalesce(d.person_id, r.person_id), former = coalesce(d.former, r.former), tag_ids = coalesce(d.tag_ids, r.tag_ids), updated_at = now()
       from jsonb_to_recordset($2::jsonb) as d (id bigint, outcome text, problem text, member_id bigint, person_id bigint, former jsonb, tag_ids jsonb)
       where r.community_id = $1 and r.id = d.id`,
      [JSON.stringify(done)],
    )
  // what turned out otherwise than the check said, as somebody came in between
  const moved: Record<Outcome, number> = { new: 0, changed: 0, same: 0, wrong: 0 }
  for (const { id, outcome } of done) {
    moved[outcome]++
    moved[rows.find((row) => row.id === id)!.outcome]--
  }
  const over = rows.length < STEP
  return {
    lineMark: rows.at(-1)?.line ?? task.line_mark,
    doneRows: task.done_rows + rows.length,
    newRows: task.new_rows + moved.new,
    changedRows: task.changed_rows + moved.changed,
    sameRows: task.same_rows + moved.same,
    wrongRows: task.wrong_rows + moved.wrong,
    ...(over ? { status: 'done', finishedAt: ctx.now() } : {}),
  }
}

function factsOf(row: Row): Omit<ImportedMember, 'email'> {
  return Object.fromEntries(FACTS.flatMap((fact) => (row.row_values[fact] ? [[fact, row.row_values[fact]]] : [])))
}

async function members(ctx: Ctx, task: Task, options: ImportOptions, rows: Row[], places: Places): Promise<Done[]> {
  const wanted = options.existing === 'skip' ? rows.filter(({ outcome }) => outcome === 'new') : rows
  const order = orderIn({ options, columns: task.columns })
  const people = wanted.map((row): ImportedMember => {
    const { row_values: values, email } = row
    const at = values.joined_at ? momentOf(values.joined_at, ctx.now(), order) : null
    return { email, name: nameOf({ email, values }), ...factsOf(row), ...(at ? { at } : {}), preferences: { import_id: task.id } }
  })
  const results = people.length ? await ctx.members.addMany(people, { overwrite: options.existing === 'overwrite' }) : []
  const there = wanted.flatMap((row, at) =>
    results[at]!.memberId !== null && results[at]!.outcome !== 'refused' ? [{ row, memberId: results[at]!.memberId! }] : [],
  )
  const tagged = await tagAll(
    ctx,
    task,
    options,
    there.map(({ row }) => row),
    places,
  )
  await openAll(ctx, task, options, there, places)
  const badFields = await answerFields(ctx, options, there)
  return wanted.map((row, at): Done => {
    const { memberId, outcome, former } = results[at]!
    if (outcome === 'refused') return { id: row.id, outcome: 'wrong', problem: 'banned' }
    const problem = badFields.has(row.id) ? { problem: 'bad_field' } : {}
    return {
      id: row.id,
      outcome: outcome === 'added' ? 'new' : outcome,
      member_id: memberId,
      former: outcome === 'changed' ? former : null,
      ...givenTo(tagged, row),
      ...problem,
    }
  })
}
/** Profile fields, each member by themselves. @returns rows of which a field could not be kept */
async function answerFields(ctx: Ctx, options: ImportOptions, there: { row: Row; memberId: number }[]): Promise<Set<number>> {
  const bad = new Set<number>()
  const answered = there.filter(({ row }) => Object.keys(row.row_values).some((key) => key.startsWith('field:')))
  if (answered.length === 0) return bad
  const profiles = ctx.use(membersContract)
  const keys = new Map((await profiles.fields()).map(({ id, key }) => [`field:${id}`, key]))
  const before = await profiles.valuesOf(answered.map(({ memberId }) => memberId))
  for (const { row, memberId } of answered) {
    const has = before.get(memberId) ?? {}
    for (const [target, value] of Object.entries(row.row_values)) {
      const key = keys.get(target)
      if (!key || (options.existing === 'fill' && has[key]?.length)) continue
      await profiles.saveValues(memberId, { [key]: value }).catch((error) => {
        if (!isRefusal(error, 422)) throw error
        bad.add(row.id)
      })
    }
  }
  return bad
}
/** By address: the rows of new members in the audience are made with it, and become theirs. */
async function tagAll(ctx: Ctx, task: Task, options: ImportOptions, rows: Row[], places: Places): Promise<Tagged> {
  if (!ctx.has(audience)) return new Map()
  const tagged = []
  const theirs: number[] = []
  for (const { id, email, row_values: values } of rows) {
    const tagIds = [...new Set([...options.member_tag_ids, ...(await tagsOf(ctx, places, values, options.make_tags))])]
    if (tagIds.length === 0) continue
    tagged.push({ email, name: nameOf({ email, values }), tagIds, source: 'import', sourceId: task.id })
    theirs.push(id)
  }
  const made = tagged.length ? await ctx.use(audience).upsertContacts(tagged) : []
  return new Map(made.map((one, at) => [theirs[at]!, one]))
}
async function openAll(ctx: Ctx, task: Task, options: ImportOptions, there: { row: Row; memberId: number }[], places: Places): Promise<void> {
  const opened = (row: Row): OpenedTarget[] => [...options.opens, ...targetsOf(places, row.row_values)]
  const bySet = Map.groupBy(there, ({ row }) => JSON.stringify(opened(row)))
  for (const [targets, some] of bySet)
    await openFor(
      ctx,
      some.map(({ memberId }) => memberId),
      JSON.parse(targets) as OpenedTarget[],
      { source: 'import', sourceId: task.id },
    )
}

async function contacts(ctx: Ctx, task: Task, options: ImportOptions, rows: Row[], places: Places): Promise<Done[]> {
  if (!ctx.has(audience)) return rows.map(({ id }) => ({ id, outcome: 'wrong', problem: 'failed' }))
  const people: (ContactRow & { fields: Record<string, string> })[] = []
  for (const { email, row_values: values } of rows) {
    const tagIds = [...new Set([...options.member_tag_ids, ...(await tagsOf(ctx, places, values, options.make_tags))])]
    people.push({ email, ...contactOf({ email, values }), tagIds, source: 'import', sourceId: task.id })
  }
  const before = await ctx.use(audience).known(rows.map(({ email }) => email))
  const made = await ctx.use(audience).upsertContacts(people)
  return rows.map((row, at): Done => {
    const { created, personId, tagIds } = made[at]!
    const known = before.get(row.email.toLowerCase())
    const changes = known && contactChanges(known, people[at]!)
    const former = changes ? { name: known.name, fields: known.fields } : null
    return { id: row.id, outcome: created ? 'new' : changes ? 'changed' : 'same', person_id: personId, former, tag_ids: tagIds.length ? tagIds : null }
  })
}

/** An invitation each, with what the row says of them; mailed within the budget, reminded of as all others. */
async function invited(ctx: Ctx, task: Task, options: ImportOptions, rows: Row[], places: Places): Promise<Done[]> {
  const fresh = rows.filter(({ outcome }) => outcome === 'new')
  const bulk =
    (await ctx.em.findOne(BulkTable, { importId: task.id })) ??
    ctx.em.create(BulkTable, {
      importId: task.id,
      createdBy: task.created_by,
      memberTagIds: options.member_tag_ids,
      ...(await checkTargets(ctx, options.opens)),
    })
  await ctx.em.flush()
  const letters = []
  for (const row of fresh) {
    const { email, row_values: values } = row
    const tags = await tagsOf(ctx, places, values, options.make_tags)
    letters.push({ email, name: nameOf({ email, values }), facts: factsOf(row), opens: targetsOf(places, values), tags, ...sealedToken(ctx) })
  }
  const made = await ctx.sql<{ email: string }>(
    `insert into invitations.email_invitation (community_id, bulk_id, email, name, facts, opens, member_tag_ids, token_hash, token_sealed)
     select $1, $2, r.email, r.name, r.facts, r.opens, array(select jsonb_array_elements_text(r.tags)::bigint), r."tokenHash", r."tokenSealed"
     from jsonb_to_recordset($3::jsonb) as r (email text, name text, facts jsonb, opens jsonb, tags jsonb, "tokenHash" text, "tokenSealed" text)
     on conflict (community_id, email) where status = 'open' do nothing returning email`,
    [bulk.id, JSON.stringify(letters)],
  )
  bulk.total += made.length
  bulk.status = 'sending'
  await ctx.em.flush()
  await ctx.enqueue(sendJob, { bulkId: bulk.id }, { key: `bulk:${bulk.id}` })
  const asked = new Set(made.map(({ email }) => email))
  return rows.map(({ id, email, outcome }) => ({ id, outcome: outcome === 'new' && !asked.has(email) ? 'same' : outcome }))
}

/**
 * Takes back what one step of rows brought: new members leave, changed ones are as before, access and tags that came by it go.
 * What has become otherwise since is left, and its row says so.
 */
export async function undoStep(ctx: Ctx, task: Task): Promise<Changes> {
  const rows = await rowsAfter(ctx, task, UNDO_STEP)
  const theirs = rows.flatMap(({ member_id }) => member_id ?? [])
  await closeFor(ctx, theirs, { source: 'import', sourceId: task.id })
  const changed = rows.filter(({ former }) => former)
  const kept = task.contact_type === 'member' ? await restoreMembers(ctx, changed) : []
  if (ctx.has(audience)) kept.push(...(await undoPeople(ctx, task, rows, changed)))
  const came = rows.filter(({ member_id, outcome }) => member_id !== null && outcome === 'new')
  const stay = await staying(
    ctx,
    task,
    came.map(({ member_id }) => member_id!),
  )
  for (const row of came) if (!stay.has(row.member_id!) && !(await leave(ctx, row.member_id!))) stay.add(row.member_id!)
  const said = [
    ...kept.map((id) => ({ id, problem: 'changed_since' })),
    ...came.flatMap(({ id, member_id }) => (stay.has(member_id!) ? { id, problem: 'stays' } : [])),
  ]
  if (said.length)
    await ctx.sql(
      `update invitations.import_row r set problem = d.problem, updated_at = now() from jsonb_to_recordset($2::jsonb) as d (id bigint, problem text)
       where r.community_id = $1 and r.id = d.id`,
      [JSON.stringify(said)],
    )
  const over = rows.length < UNDO_STEP
  if (over) {
    const bulks = await ctx.em.find(BulkTable, { importId: task.id })
    const open = { bulkId: bulks.map(({ id }) => id), status: 'open' as const }
    await ctx.em.nativeUpdate(EmailTable, open, { status: 'revoked', nextReminderAt: null, updatedAt: ctx.now() })
    await ctx.em.nativeUpdate(BulkTable, { importId: task.id, status: 'sending' }, { status: 'stopped', updatedAt: ctx.now() })
  }
  const doneRows = task.done_rows + rows.length
  return { lineMark: rows.at(-1)?.line ?? task.line_mark, doneRows, ...(over ? { status: 'undone' } : {}) }
}
/** @returns ids of rows of which some fact is neither as the import wrote it nor as it was before */
async function restoreMembers(ctx: Ctx, changed: Row[]): Promise<number[]> {
  if (changed.length === 0) return []
  const people = changed.map((row) => {
    const { email, former, row_values: values } = row
    return { email, ...former, written: { name: nameOf({ email, values }), ...factsOf(row) } } as ImportedMember
  })
  const results = await ctx.members.addMany(people, { restore: true })
  return changed.flatMap(({ id, former }, at) => (Object.keys(former!).every((fact) => fact in (results[at]!.former ?? {})) ? [] : [id]))
}
/** Of members whom the import brought, those who are more than that by now: they were here since, have a role, or have paid. */
async function staying(ctx: Ctx, task: Task, memberIds: number[]): Promise<Set<number>> {
  if (memberIds.length === 0) return new Set()
  const rows = await ctx.sql<{ id: number }>(
    `select id from kernel.member_card where community_id = $1 and id = any ($2::bigint[]) and (last_seen_at >= $3 or roles <> '{member}')`,
    [memberIds, task.created_at],
  )
  const buyers = (await paymentOf(ctx)?.buyers(ctx, memberIds)) ?? []
  return new Set([...rows.map(({ id }) => id), ...buyers])
}
/** In the audience: tags that came with the file go, contacts are as before, those it brought go. @returns ids of rows of which something was left */
async function undoPeople(ctx: Ctx, task: Task, rows: Row[], changed: Row[]): Promise<number[]> {
  const people = ctx.use(audience)
  const given = rows.filter(({ person_id, tag_ids }) => person_id !== null && tag_ids?.length)
  for (const [tags, some] of Map.groupBy(given, ({ tag_ids }) => JSON.stringify(tag_ids)))
    await people.untagPeople(
      some.map(({ person_id }) => person_id!),
      JSON.parse(tags) as number[],
    )
  if (task.contact_type !== 'contact') return []
  const left = await people.restoreContacts(changed.flatMap((row) => (row.person_id === null ? [] : [overwrittenBy(row, row.person_id)])))
  const brought = rows.flatMap(({ person_id, outcome }) => (person_id !== null && outcome === 'new' ? person_id : []))
  if (brought.length) await people.removeContacts('import', task.id, brought)
  return changed.flatMap(({ id, person_id }) => (left.includes(person_id!) ? [id] : []))
}
/** Of a contact, what the row has changed, and what stood there before. */
function overwrittenBy({ email, row_values: values, former }: Row, personId: number): OverwrittenPerson {
  const { name, fields } = former as never as KnownPerson
  const brought = contactOf({ email, values })
  const changed = Object.entries(brought.fields).filter(([key, value]) => fields[key] !== value)
  return { personId, name, fields, written: { ...(name === '' && brought.name ? { name: brought.name } : {}), fields: Object.fromEntries(changed) } }
}
/** Whoever was made owner or the last admin meanwhile stays. */
const leave = (ctx: Ctx, memberId: number): Promise<boolean> => unlessRefused(ctx.members.remove(memberId, 'deactivated'), false)
