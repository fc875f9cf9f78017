/** Records of live rooms: a stream that waits, and a room that is on, with people, questions, a stage and recordings. They lie in the target's space. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
interface Made {
  stream: number
  /** To be deleted. */
  goneStream: number
  goneRoom: number
  goneQuestion: number
  room: number
  slug: string
  /** Rows of the admin and of the guest in the room. */
  own: number
  guest: number
  cohost: number
  moderator: number
  question: number
  waiting: number
  answered: number
  reply: number
  item: number
  recording: number
  /** A room that is being recorded. */
  recorded: number
  key: string
}
interface Filled {
  live: Made
}
const room = ({ live }: Filled) => ({ params: { id: live.room } })
const stream = ({ live }: Filled) => ({ params: { id: live.stream } })
const guest = ({ live }: Filled) => ({ params: { id: live.room, participantId: live.guest } })
const question = ({ live }: Filled) => ({ params: { id: live.room, questionId: live.question } })
const goneQuestion = ({ live }: Filled) => ({ params: { id: live.room, questionId: live.goneQuestion } })
const answer = ({ live }: Filled) => ({ params: { id: live.room, questionId: live.question, replyId: live.reply } })
const item = ({ live }: Filled) => ({ params: { id: live.room, itemId: live.item } })
const cohost = ({ live }: Filled) => ({ params: { id: live.room, itemId: live.cohost } })
const moderator = ({ live }: Filled) => ({ params: { id: live.room, itemId: live.moderator } })
const recorder = ({ live }: Filled) => ({ params: { id: live.recorded, recording_key: live.key } })
/** No engine stands behind it. */
const silent = <Input>(input: Input) => ({ input, own: [409] })
/** Addresses say nothing of what stands there. */
let calls = 0
const EMPTY = { members_ids: [], spaces_ids: [], space_groups_ids: [], member_tags_ids: [] }

const records = defineRecords(contract, {
  leaving: {
    stays: ['live.room', 'live.question', 'live.question_reply', 'live.recording'],
    goes: ['live.staff', 'live.participant', 'live.feedback'],
  },
  async fill({ app, side, word, guest, space }: Target & SpacesMade) {
    const as = app.as(side.admin)
    const member = () => app.member('member', { community: { id: side.communityId } })
    const make = async (name: string) => {
      const made = await as.call(routes.createRoom, {
        body: { room: { name, slug: `call-${space.id}-${++calls}`, description: word, space_id: space.id, questions_are_checked: true } },
      })
      await as.call(routes.goLive, { params: { id: made.id } })
      return made
    }
    const stream = async (name: string) => (await as.call(routes.createStream, { body: { room: { name, space_id: space.id } } })).id
    const [waits, goneStream] = [await stream(`${word} stream`), await stream(`${word} goes`)]
    const made = await make(`${word} room`)
    const here = { params: { id: made.id } }
    const { participant: own } = await as.call(routes.join, { ...here, body: {} })
    const { participant } = await app.as(guest).call(routes.join, { ...here, body: {} })
    const [first, second] = [await member(), await member()]
    const cohost = await as.call(routes.createCohost, { ...here, body: { cohost: { community_member_id: first.id } } })
    const moderator = await as.call(routes.createModerator, { ...here, body: { moderator: { community_member_id: second.id } } })
    const ask = (text: string, who = side.admin as typeof guest) => app.as(who).call(routes.createQuestion, { ...here, body: { question: { text } } })
    const asked = await ask(`${word} question?`)
    const answered = await ask(`${word} answered?`)
    await as.call(routes.answerQuestion, { params: { ...here.params, questionId: answered.id } })
    const waiting = await ask(`${word} waiting?`, guest)
    const onQuestion = { params: { ...here.params, questionId: asked.id } }
    await as.call(routes.upvoteQuestion, onQuestion)
    const reply = await as.call(routes.createReply, { ...onQuestion, body: { reply: { text: `${word} reply` } } })
    const item = await as.call(routes.createStageItem, { ...here, body: { spotlight_item: { kind: 'text', text: word, is_on_stage: true } } })
    await as.call(routes.feedback, { ...here, body: { rating: 5, text: `${word} feedback` } })
    const done = await as.call(routes.createRecorder, here)
    await as.call(routes.stopRecorder, { params: { ...here.params, recording_key: done.recording_key } })
    const goneQuestion = await ask(`${word} goes?`)
    const goneRoom = await make(`${word} goes`)
    const recorded = await make(`${word} recorded`)
    const recording = await as.call(routes.createRecorder, { params: { id: recorded.id } })
    const live: Made = {
      ...{
        stream: waits,
        goneStream,
        goneRoom: goneRoom.id,
        goneQuestion: goneQuestion.id,
        room: made.id,
        slug: made.slug,
        own: own.id,
        guest: participant.id,
        cohost: cohost.id,
        moderator: moderator.id,
      },
      ...{ question: asked.id, waiting: waiting.id, answered: answered.id, reply: reply.id, item: item.id, recording: done.id },
      ...{ recorded: recorded.id, key: recording.recording_key },
    }
    return { live }
  },
  inputs: {
    createStream: ({ space }) => ({ body: { room: { name: 'Mine', space_id: space.id } } }),
    stream,
    updateStream: (target) => ({ ...stream(target), body: { room: { name: 'Changed' } } }),
    destroyStream: ({ live }) => ({ params: { id: live.goneStream } }),
    createRoom: ({ space }) => ({ body: { room: { name: 'Mine', space_id: space.id } } }),
    room,
    updateRoom: (target) => ({ ...room(target), body: { room: { name: 'Changed' } } }),
    destroyRoom: ({ live }) => ({ params: { id: live.goneRoom } }),
    bySlug: ({ live }) => ({ params: { slug: live.slug } }),
    goLive: stream,
    join: (target) => ({ ...room(target), body: {} }),
    beat: (target) => ({ ...room(target), body: { participant_id: target.live.own } }),
    // where the admin is not, so that what follows finds them in the other
    leave: ({ live }) => ({ params: { id: live.recorded }, body: {} }),
    publish: silent((target: Filled) => ({ ...room(target), body: { sdp: 'v=0' } })),
    subscribe: silent((target: Filled) => ({ ...room(target), body: { sdp: 'v=0' } })),
    prefer: silent((target: Filled) => ({ ...room(target), body: { preferences: [] } })),
    // a room has none
    broadcast: { input: ({ live }: Filled) => ({ params: { id: live.room, file: 'live.m3u8' } }), own: [404] },
    hand: (target) => ({ ...room(target), body: { is_raised: true } }),
    react: (target) => ({ ...room(target), body: { emoji: '👏' } }),
    muteAll: room,
    participants: room,
    updateParticipant: (target) => ({ ...guest(target), body: { participant: { is_muted: true } } }),
    changeRole: (target) => ({ ...guest(target), body: { role: 'moderator' } }),
    removeParticipant: guest,
    participantsCsv: room,
    invite: (target) => ({ ...room(target), body: { invited_entities_ids: { ...EMPTY, members_ids: [target.guest.id] } } }),
    cohosts: room,
    createCohost: (target) => ({ ...room(target), body: { cohost: { community_member_id: target.guest.id } } }),
    cohost,
    updateCohost: (target) => ({ ...cohost(target), body: { role: 'cohost' } }),
    destroyCohost: cohost,
    moderators: room,
    createModerator: (target) => ({ ...room(target), body: { moderator: { community_member_id: target.guest.id } } }),
    moderator,
    updateModerator: (target) => ({ ...moderator(target), body: { role: 'moderator' } }),
    destroyModerator: moderator,
    end: ({ live }) => ({ params: { id: live.goneRoom }, body: {} }),
    endDelayed: (target) => ({ ...room(target), body: { minutes: 60 } }),
    feedback: (target) => ({ ...room(target), body: { rating: 4, text: 'Good' } }),
    // no room has a conversation yet
    chatTranscript: { input: room, own: [404] },
    // where nobody moderates nobody is told
    report: { input: (target: Filled) => ({ ...room(target), body: { participant_id: target.live.guest, reason: 'Shouts' } }), own: [201, 404] },
    recorders: room,
    createRecorder: room,
    recorder,
    updateRecorder: (target) => ({ ...recorder(target), body: { recorder: { name: 'Changed' } } }),
    stopRecorder: recorder,
    destroyRecording: ({ live }) => ({ params: { id: live.room, itemId: live.recording } }),
    questions: room,
    createQuestion: (target) => ({ ...room(target), body: { question: { text: 'Which clay?' } } }),
    question,
    updateQuestion: (target) => ({ ...question(target), body: { question: { text: 'Which glaze?' } } }),
    destroyQuestion: goneQuestion,
    approveQuestion: ({ live }) => ({ params: { id: live.room, questionId: live.waiting } }),
    dismissQuestion: goneQuestion,
    answerQuestion: ({ live }) => ({ params: { id: live.room, questionId: live.waiting } }),
    bringBackQuestion: ({ live }) => ({ params: { id: live.room, questionId: live.answered } }),
    upvoteQuestion: question,
    withdrawVote: question,
    spotlightQuestion: question,
    endSpotlight: question,
    pinQuestion: question,
    unpinQuestion: question,
    replies: question,
    createReply: (target) => ({ ...question(target), body: { reply: { text: 'Porcelain' } } }),
    reply: answer,
    updateReply: (target) => ({ ...answer(target), body: { reply: { text: 'Stoneware' } } }),
    destroyReply: answer,
    stageItems: room,
    createStageItem: (target) => ({ ...room(target), body: { spotlight_item: { kind: 'text', text: 'Thank you' } } }),
    stageItem: item,
    updateStageItem: (target) => ({ ...item(target), body: { spotlight_item: { text: 'Welcome' } } }),
    destroyStageItem: item,
  },
  screens: {
    '/live/:roomSlug': ({ live }) => `/live/${live.slug}`,
    '/live/:roomSlug/mobile': ({ live }) => `/live/${live.slug}/mobile`,
    '/live/:roomSlug/public': ({ live }) => `/live/${live.slug}/public`,
    '/live/:roomSlug/not_supported': ({ live }) => `/live/${live.slug}/not_supported`,
  },
  isInside: (row, { live }) =>
    ([live.room, live.stream, live.recorded, live.goneRoom, live.goneStream].includes(row.room_id as number) &&
      ['run', 'votes_count', 'shown_at', 'role'].some((column) => column in row)) ||
    [live.question, live.waiting, live.answered, live.goneQuestion].includes(row.question_id as number),
})
export default records
export type LiveMade = MadeBy<typeof records>
