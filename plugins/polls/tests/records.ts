/** Records of polls: one poll with a vote, under the first record of any content kind. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { ContentMade } from '../../content/tests/records.ts'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
const onFirst = ({ contents: [record] }: ContentMade) => ({ record_type: record!.kind, record_id: record!.id })

const records = defineRecords(contract, {
  leaving: { stays: ['polls.poll'] },
  // something to ask a question under
  with: ['posts'],
  fill: async (_target: Target & SpacesMade & ContentMade) => ({}),
  async fillLater(target) {
    const { app, side, word } = target
    const as = app.as(side.admin)
    const { id, poll_options } = await as.call(routes.create, {
      body: { poll: { ...onFirst(target), title: `${word}?`, poll_options: [`${word} yes`, 'No'] } },
    })
    const option = poll_options[0]!.id
    const vote = await as.call(routes.vote, { params: { pollId: id }, body: { poll_response: { poll_option_id: option } } })
    return { poll: { id, option, vote: vote.id } }
  },
  inputs: {
    list: (target) => ({ query: onFirst(target) }),
    create: (target) => ({ body: { poll: { ...onFirst(target), title: 'Mine?', poll_options: ['Yes', 'No'] } } }),
    show: ({ poll }) => ({ params: { id: poll.id } }),
    update: ({ poll }) => ({ params: { id: poll.id }, body: { poll: { results_visibility: 'always' } } }),
    destroy: { input: ({ poll }) => ({ params: { id: poll.id } }), uses: true },
    responses: ({ poll }) => ({ params: { pollId: poll.id } }),
    vote: ({ poll }) => ({ params: { pollId: poll.id }, body: { poll_response: { poll_option_id: poll.option } } }),
    response: ({ poll }) => ({ params: { pollId: poll.id, id: poll.vote } }),
    changeVote: ({ poll }) => ({ params: { pollId: poll.id, id: poll.vote }, body: { poll_response: { poll_option_id: poll.option } } }),
    withdrawVote: { input: ({ poll }) => ({ params: { pollId: poll.id, id: poll.vote } }), uses: true },
  },
})
export default records
export type PollsMade = MadeBy<typeof records>
