/** Handlers of the inbox: each a call of its service. */
import type { Handlers } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { create, panel, preview, show } from './service/chats.ts'
import { draft } from './service/drafting.ts'
import { listChats, unreadCounts } from './service/lists.ts'
import { listMessages, showMessage, teamSays } from './service/messages.ts'
import { createReply, deleteReply, listReplies, updateReply } from './service/replies.ts'
import { report } from './service/report.ts'
import { createRule, deleteRule, listRules, updateRule } from './service/rules.ts'
import { search } from './service/search.ts'
import { readByMember, readByTeam, setAi, setStatus, update } from './service/states.ts'
import { agents, colleagues, createTag, createTeam, deleteTag, deleteTeam, listTags, listTeams, updateTeam } from './service/teams.ts'
import { holdChat } from './service/writing.ts'

export const handlers: Handlers<typeof contract> = {
  list: (ctx, { query }) => listChats(ctx, query),
  create: async (ctx, { body }) => show(ctx, await create(ctx, body.chat)),
  show: (ctx, { params }) => show(ctx, params.id),
  async update(ctx, { params, body }) {
    await update(ctx, params.id, body.chat)
    return show(ctx, params.id)
  },
  preview: (ctx, { params }) => preview(ctx, params.id),
  messages: (ctx, { params, query }) => listMessages(ctx, params.id, query),
  async createMessage(ctx, { params, body: { text, files, is_note, solve, creation_uuid, after_id } }) {
    const chat = await holdChat(ctx, params.id)
    const id = await teamSays(ctx, chat, { memberId: ctx.me().id, text, files, isNote: is_note, creationUuid: creation_uuid, afterId: after_id })
    // the same sent again solves nothing that was said since
    if (solve && chat.status === 'open' && id > (chat.last_message_id ?? 0)) await setStatus(ctx, chat, 'solved')
    return showMessage(ctx, id)
  },
  adminMarkAsRead: (ctx, { params }) => readByTeam(ctx, params.id),
  memberMarkAsRead: (ctx, { params }) => readByMember(ctx, params.id),
  async pauseAi(ctx, { params }) {
    await setAi(ctx, params.id, 'paused')
    return show(ctx, params.id)
  },
  async resumeAi(ctx, { params }) {
    await setAi(ctx, params.id, 'on')
    return show(ctx, params.id)
  },
  draft: async (ctx, { params }) => ({ text: await draft(ctx, params.id) }),
  panel: (ctx, { params }) => panel(ctx, params.id),
  unreadCounts,
  search: (ctx, { query }) => search(ctx, query),
  botProfiles: agents,
  report: (ctx, { query }) => report(ctx, query.days),
  colleagues,

  tags: listTags,
  createTag: (ctx, { body }) => createTag(ctx, body.name),
  destroyTag: (ctx, { params }) => deleteTag(ctx, params.id),
  replies: (ctx, { query }) => listReplies(ctx, query),
  createReply: (ctx, { body }) => createReply(ctx, body.prepared_reply),
  updateReply: (ctx, { params, body }) => updateReply(ctx, params.id, body.prepared_reply),
  destroyReply: (ctx, { params }) => deleteReply(ctx, params.id),
  teams: listTeams,
  createTeam: (ctx, { body }) => createTeam(ctx, body.team),
  updateTeam: (ctx, { params, body }) => updateTeam(ctx, params.id, body.team),
  destroyTeam: (ctx, { params }) => deleteTeam(ctx, params.id),
  rules: listRules,
  createRule: (ctx, { body }) => createRule(ctx, body.rule),
  updateRule: (ctx, { params, body }) => updateRule(ctx, params.id, body.rule),
  destroyRule: (ctx, { params }) => deleteRule(ctx, params.id),
  setting: (ctx) => ctx.settings(contract),
  updateSetting: (ctx, { body }) => ctx.saveSettings(contract, body.setting),
}
