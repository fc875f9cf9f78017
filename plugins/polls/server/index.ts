/** The wiring of polls. */
import { contribute, defineServer, on } from '@atrium/sdk/server'
import content, { type Attachment } from '../../content/contract.ts'
import polls from '../contract.ts'
import { OptionTable, PollTable, ResponseTable } from './entities.ts'
import { presentPolls } from './service/present.ts'
import { counters, invalidatePolled, polled, pollsById, pollsOn } from './reads.ts'
import { handlers } from './routes.ts'
import { createPoll, vote, withdrawAll } from './service/index.ts'

const attachment: Attachment = {
  name: 'polls',
  async of(ctx, kind, all) {
    const ids = await polled(ctx, kind, all)
    const rows = ids.length ? await ctx.read(pollsOn, [ctx.member?.id ?? 0, kind, ids]) : []
    if (rows.length === 0) return new Map()
    return Map.groupBy(await presentPolls(ctx, rows, { readable: true }), (poll) => poll.record_id)
  },
  withdraw: withdrawAll,
}

export default defineServer(polls, {
  entities: [PollTable, OptionTable, ResponseTable],
  routes: handlers,
  service: (ctx) => ({
    async create({ kind, recordId, title, options, isMultiple = false, isAnonymous = false }) {
      const id = await createPoll(ctx, {
        record_type: kind,
        record_id: recordId,
        title,
        poll_options: options.map((value) => ({ value })),
        is_multiple: isMultiple,
        is_anonymous: isAnonymous,
        results_visibility: 'after_vote',
        closes_at: null,
      })
      const [poll] = await ctx.read(pollsById, [ctx.me().id, [id]])
      return { id, optionIds: poll!.options.map((option) => option.id) }
    },
    vote: (pollId, optionIds) => vote(ctx, pollId, { poll_option_ids: optionIds }),
  }),
  counters: () => counters,
  contributes: [contribute(content.points.attachment, attachment)],
  on: [
    on(content.events['record.forgotten'], 'removeWithRecord', async (ctx, { kind, id }) => {
      await ctx.em.nativeDelete(PollTable, { kind, recordId: id })
      invalidatePolled(ctx)
    }),
  ],
})
