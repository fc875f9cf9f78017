/** Handlers of the audience: each a call of its service. */
import { notFound } from '@atrium/sdk'
import { type Ctx, type Handlers, raw } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { offeredActs } from './service/acts.ts'
import { cancelBulk, listBulks, showBulk, startBulk, undoBulk } from './service/bulk.ts'
import { createContact, createNote, deleteContact, deleteNote, findPerson, listNotes, showPerson, updateContact, updateNote } from './service/contacts.ts'
import { listChanges, undoChange } from './service/changes.ts'
import { countPeople, exportPeople, listPeople } from './service/list.ts'
import { exportLogs, listLogs } from './service/logs.ts'
import { createAudienceService } from './service/index.ts'
import { listScores } from './service/scores.ts'
import { searchAll } from './service/search.ts'
import { countOld, createSegment, deleteSegment, listSegments, showSegment, updateSegment } from './service/segments.ts'
import { timelineOf } from './service/timeline.ts'
import { createTag, deleteTag, findTag, listTagged, listTags, setTags, showTagged, toTag, updateTag } from './service/tags.ts'

const download = (filename: string, body: string) =>
  raw({
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${filename}"`, 'Cache-Control': 'no-store' },
    body,
  })

/** @throws AtriumError 404 */
async function needMember(ctx: Ctx, id: number): Promise<void> {
  if (!(await ctx.members.byIds([id])).get(id)?.isActive) throw notFound('Member', 'community_member_not_found')
}

export const handlers: Handlers<typeof contract> = {
  list: (ctx, { query }) => listPeople(ctx, query),
  count: (ctx, { query }) => countPeople(ctx, query),
  acts: async (ctx) => ({ records: await offeredActs(ctx) }),
  exportPeople: async (ctx, { body }) => download('audience.csv', await exportPeople(ctx, body)),
  peopleCsv: async (ctx, { query }) => download('audience.csv', await exportPeople(ctx, query)),

  bulks: (ctx, { query }) => listBulks(ctx, query),
  startBulk: (ctx, { body }) => startBulk(ctx, body),
  bulk: (ctx, { params }) => showBulk(ctx, params.id),
  cancelBulk: (ctx, { params }) => cancelBulk(ctx, params.id),
  undoBulk: (ctx, { params }) => undoBulk(ctx, params.id),

  contact: (ctx, { params, query }) => showPerson(ctx, params.sqid, query.by),
  createContact: async (ctx, { body }) => showPerson(ctx, String(await createContact(ctx, body)), 'id'),
  async updateContact(ctx, { params, body }) {
    await updateContact(ctx, params.sqid, body)
    return showPerson(ctx, params.sqid)
  },
  destroyContact: (ctx, { params }) => deleteContact(ctx, params.sqid),
  async contactTags(ctx, { params, body }) {
    const { id } = await findPerson(ctx, params.sqid)
    await setTags(ctx, id, body.member_tag_ids)
    return showPerson(ctx, params.sqid)
  },
  notes: (ctx, { params, query }) => listNotes(ctx, params.sqid, query),
  createNote: (ctx, { params, body }) => createNote(ctx, params.sqid, body.tiptap_body.body),
  updateNote: (ctx, { params, body }) => updateNote(ctx, params.id, body.tiptap_body.body),
  destroyNote: (ctx, { params }) => deleteNote(ctx, params.id),

  segments: (ctx, { query }) => listSegments(ctx, query),
  countSegments: (ctx) => countOld(ctx),
  createSegment: async (ctx, { body }) => showSegment(ctx, await createSegment(ctx, body)),
  segment: (ctx, { params }) => showSegment(ctx, params.id),
  async updateSegment(ctx, { params, body }) {
    await updateSegment(ctx, params.id, body)
    return showSegment(ctx, params.id)
  },
  destroySegment: (ctx, { params }) => deleteSegment(ctx, params.id),
  async duplicateSegment(ctx, { params, body }) {
    const { rules, visible } = await showSegment(ctx, params.id)
    return showSegment(ctx, await createSegment(ctx, { title: body.title, rules, visible }))
  },

  tags: (ctx, { query }) => listTags(ctx, query),
  createTag: async (ctx, { body }) => toTag(await findTag(ctx, await createTag(ctx, body))),
  tag: async (ctx, { params }) => toTag(await findTag(ctx, params.id)),
  async updateTag(ctx, { params, body }) {
    await updateTag(ctx, params.id, body)
    return toTag(await findTag(ctx, params.id))
  },
  destroyTag: (ctx, { params }) => deleteTag(ctx, params.id),

  tagged: (ctx, { query }) => listTagged(ctx, query),
  async tagMember(ctx, { body }) {
    await findTag(ctx, body.member_tag_id)
    await needMember(ctx, body.community_member_id)
    await createAudienceService(ctx).tag([body.community_member_id], [body.member_tag_id])
    return { success: true }
  },
  async untagMember(ctx, { query }) {
    await findTag(ctx, query.member_tag_id)
    await needMember(ctx, query.community_member_id)
    await createAudienceService(ctx).untag([query.community_member_id], [query.member_tag_id])
    return { success: true }
  },
  taggedMember: (ctx, { params }) => showTagged(ctx, params.id),

  search: (ctx, { query }) => searchAll(ctx, query.query),
  activityLogs: (ctx, { query }) => listLogs(ctx, query),
  changes: (ctx, { query }) => listChanges(ctx, query),
  undoChange: (ctx, { params }) => undoChange(ctx, params.id),
  timeline: (ctx, { params, query }) => timelineOf(ctx, params.sqid, query),
  exportLogs: async (ctx, { body }) => download('activity-log.csv', await exportLogs(ctx, body)),
  logsCsv: async (ctx, { query }) => download('activity-log.csv', await exportLogs(ctx, query)),
  scores: (ctx, { query }) => listScores(ctx, query),
}
