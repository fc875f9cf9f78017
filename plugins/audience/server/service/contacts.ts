/** One person: found by any of their addresses, changed, deleted, and the notes about them. */
import { conflict, forbidden, invalid, notFound } from '@atrium/sdk'
import { addressFiles, type Ctx, lastId, type Paging, page, parseRichText, rowsFor, type RowOf, sql } from '@atrium/sdk/server'
import members from '../../../members/contract.ts'
import contract, { type Note, type OnePerson } from '../../contract.ts'
import { NoteTable, PersonTable, type Tables } from '../entities.ts'
import { readPeople, toPerson } from './list.ts'
import { removePeople, upsertContacts } from './people.ts'
import { personIdOf } from './sqid.ts'

const noPerson = () => notFound('Person', 'contact_not_found')

/** @param by what the text names: a person's sqid, a member's public id, a person's id @throws AtriumError 404 */
export async function findPerson(ctx: Ctx, text: string, by: 'sqid' | 'member' | 'id' = 'sqid') {
  const id = by === 'sqid' ? personIdOf(ctx, text) : by === 'id' && /^\d{1,15}$/.test(text) ? Number(text) : null
  const [row] =
    by === 'member'
      ? await readPeople(ctx, sql`p.community_id = ${ctx.community.id} and m.public_uid = ${text}`, 'oldest', 1)
      : id === null
        ? []
        : await readPeople(ctx, sql`p.community_id = ${ctx.community.id} and p.id = ${id}`, 'oldest', 1)
  if (!row) throw noPerson()
  return row
}

/** What plugins have to tell of a member, as far as the reader may know it. */
async function factsOf(ctx: Ctx, memberId: number): Promise<OnePerson['facts']> {
  const filled = ctx.fill(contract.points.fact).filter(({ value }) => ctx.can(value.permission))
  const facts = await Promise.all(filled.map(({ value }) => value.of(ctx, memberId)))
  return facts.flatMap((fact) => (fact ? [{ to: null, ...fact }] : []))
}

const asText = (value: number) => value.toFixed(1)
export async function showPerson(ctx: Ctx, text: string, by: 'sqid' | 'member' | 'id' = 'sqid'): Promise<OnePerson> {
  const row = await findPerson(ctx, text, by)
  const [more] = await ctx.sql<{
    fields: Record<string, string>
    location: string | null
    bio: string | null
    notes: number
    score: number | null
    presence: number
    participation: number
    contribution: number
    connection: number
  }>(
    `select p.fields, m.location, m.bio, (select count(*)::int from audience.note n where n.community_id = $1 and n.person_id = p.id) as notes,
       s.score, s.presence, s.participation, s.contribution, s.connection
     from audience.person p left join kernel.member_card m on m.community_id = $1 and m.id = p.member_id left join audience.score s on s.community_id = $1 and s.member_id = p.member_id
     where p.community_id = $1 and p.id = $2`,
    [row.id],
  )
  if (!more) throw noPerson()
  const answers = row.member_id === null ? undefined : (await ctx.use(members).valuesOf([row.member_id])).get(row.member_id)
  const fields = answers
    ? (await ctx.use(members).fields()).flatMap(({ key, label }) => (answers[key]?.length ? [[label, [answers[key]].flat().join(', ')]] : []))
    : []
  return {
    ...toPerson(ctx, row),
    location: more.location,
    bio: more.bio,
    fields: { ...more.fields, ...Object.fromEntries(fields) },
    facts: row.member_id === null ? [] : await factsOf(ctx, row.member_id),
    notes_count: more.notes,
    scores:
      more.score === null
        ? null
        : {
            activity_score: asText(more.score),
            presence: asText(more.presence),
            participation: asText(more.participation),
            contribution: asText(more.contribution),
            connection: asText(more.connection),
          },
  }
}

/** @throws AtriumError 409 `contact_exists` for an address that is known */
export async function createContact(ctx: Ctx, input: { email: string; name: string; member_tag_ids: number[] }): Promise<number> {
  const [made] = await upsertContacts(ctx, [{ email: input.email, name: input.name, tagIds: input.member_tag_ids, source: 'manual' }])
  if (!made!.created) throw conflict('This email address is already in use.', 'contact_exists')
  await ctx.audit('contact.created', `person:${made!.personId}`, { name: input.name || input.email })
  return made!.personId
}

export async function updateContact(ctx: Ctx, text: string, changes: { name?: string; email?: string; subscribed?: boolean }): Promise<void> {
  const row = await findPerson(ctx, text)
  if (row.member_id !== null && (changes.name !== undefined || changes.email !== undefined))
    throw forbidden('Change a member’s name or email address in their profile.')
  if (changes.email) {
    const [taken] = await ctx.sql('select from audience.person where community_id = $1 and lower(email) = lower($2) and id <> $3', [changes.email, row.id])
    if (taken) throw invalid({ email: ['This email address is already in use.'] })
  }
  await ctx.em.nativeUpdate(PersonTable, { id: row.id }, { ...changes, updatedAt: ctx.now() })
  await ctx.audit('contact.updated', row.member_id === null ? `person:${row.id}` : `member:${row.member_id}`, { name: row.name, fields: Object.keys(changes) })
}

/** @throws AtriumError 409 for a member, who leaves or is put out instead */
export async function deleteContact(ctx: Ctx, text: string): Promise<void> {
  const row = await findPerson(ctx, text)
  if (row.member_id !== null) throw conflict('Members can’t be deleted as contacts. Deactivate or ban them instead.')
  await removePeople(ctx, [row.id])
  await ctx.audit('contact.deleted', `person:${row.id}`, { name: row.name })
}

type NoteRow = RowOf<typeof NoteTable>
const LIMITS = { bytes: 20_000, nodes: 500 }
const mayChange = (ctx: Ctx, authorId: number | null) => ctx.member?.isAdmin === true || authorId === ctx.member?.id

async function presentNotes(ctx: Ctx, rows: NoteRow[]): Promise<Note[]> {
  const authors = await ctx.members.byIds(rows.flatMap(({ author_member_id }) => author_member_id ?? []))
  return rows.map((row) => {
    const author = row.author_member_id === null ? undefined : authors.get(row.author_member_id)
    const may = mayChange(ctx, row.author_member_id)
    return {
      id: row.id,
      contact_id: row.person_id,
      author_id: row.author_member_id,
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
      community_id: row.community_id,
      tiptap_body: { body: addressFiles(row.body, ctx.files) },
      created_at: row.created_at as never,
      updated_at: row.updated_at as never,
      policies: { can_edit: may, can_destroy: may },
    }
  })
}
const notesOf = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('audience.note').selectAll().where('community_id', '=', ctx.community.id)

export async function listNotes(ctx: Ctx, text: string, query: Paging) {
  const { id } = await findPerson(ctx, text)
  const last = lastId(query)
  const rows = await notesOf(ctx)
    .where('person_id', '=', id)
    .$if(last !== null, (more) => more.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await presentNotes(ctx, envelope.records) }
}
const one = async (ctx: Ctx, id: number) => {
  const row = await notesOf(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Note')
  return (await presentNotes(ctx, [row]))[0]!
}
/** @returns its id @throws AtriumError 422 */
export async function addNote(ctx: Ctx, personId: number, body: unknown): Promise<number> {
  const note = ctx.em.create(NoteTable, { personId, authorMemberId: ctx.me().id, body: parseRichText(body, LIMITS).doc })
  await ctx.em.flush()
  return note.id
}
export async function createNote(ctx: Ctx, text: string, body: unknown): Promise<Note> {
  return one(ctx, await addNote(ctx, (await findPerson(ctx, text)).id, body))
}
async function ownNote(ctx: Ctx, id: number): Promise<void> {
  const { policies } = await one(ctx, id)
  if (!policies.can_edit) throw forbidden()
}
export async function updateNote(ctx: Ctx, id: number, body: unknown): Promise<Note> {
  await ownNote(ctx, id)
  await ctx.em.nativeUpdate(NoteTable, { id }, { body: parseRichText(body, LIMITS).doc, updatedAt: ctx.now() })
  return one(ctx, id)
}
export async function deleteNote(ctx: Ctx, id: number): Promise<void> {
  await ownNote(ctx, id)
  await ctx.em.nativeDelete(NoteTable, { id })
}
