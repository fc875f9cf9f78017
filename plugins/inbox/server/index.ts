/** The wiring of the inbox. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, keepHost, mailKinds, runs, unlessRefused } from '@atrium/sdk/server'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { answerJob, closeJob, mailJob, mindJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { answer, takeUp } from './service/answering.ts'
import { erase } from './service/erase.ts'
import { service } from './service/index.ts'
import { isToken, MAILBOX, mailAnswers, takeMail } from './service/mail.ts'
import { kinds, news } from './service/news.ts'
import { closeOld, wakeDue } from './service/states.ts'
import { TEAM_ROOM } from './service/writing.ts'

export default defineServer(contract, {
  entities,
  routes: handlers,
  service,
  on: news,
  // the team, and one room a conversation, in which colleagues see who writes
  rooms: { inbox: async (ctx, id) => (id === TEAM_ROOM || /^[1-9]\d{0,15}$/.test(id)) && ctx.can('inbox.answer') },
  jobs: [
    // a conversation that is gone meanwhile is nobody's work
    runs(answerJob, (ctx, { chatId, messageId }) => unlessRefused(answer(ctx, chatId, messageId), undefined, 404), { transaction: false, deadlineMs: 120_000 }),
    runs(mailJob, (ctx, { chatId }) => unlessRefused(mailAnswers(ctx, chatId), undefined, 404)),
    runs(
      mindJob,
      async (ctx) => {
        await wakeDue(ctx)
        await takeUp(ctx)
      },
      { schedule: '* * * * *', deadlineMs: 60_000 },
    ),
    runs(closeJob, closeOld, { schedule: '35 3 * * *', deadlineMs: 60_000 }),
  ],
  counters: () => [
    {
      kept: 'inbox.chat.unseen_count',
      counted: `select chat_id as id, count(*) from inbox.message
        where community_id = $1 and seen_at is null and not is_note and author in ('team', 'ai') group by chat_id`,
    },
  ],
  contributes: [
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
    contribute(notifications.points.mailbox, { name: MAILBOX, isKnown: isToken, take: takeMail }),
    contribute(communities.points.mails, mailKinds([{ key: 'answer', subject: 'mail.subject', text: 'mail.sample', values: ['subject'] }])),
  ],
  hooks: { start: keepHost, erase },
})
