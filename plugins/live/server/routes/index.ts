/** Handlers of live rooms. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../../contract.ts'
import { giveFeedback, report, transcript } from '../service/aftermath.ts'
import { sendBroadcast } from '../service/broadcasts.ts'
import { invite } from '../service/inviting.ts'
import { join } from '../service/joining.ts'
import { listRooms, liveNow } from '../service/lists.ts'
import { changePerson, changeRole, exportPeople, listPeople, muteAll, removePerson } from '../service/people.ts'
import { beat, leave, prefer, publish, raiseHand, react, subscribe } from '../service/presence.ts'
import { presentRoom } from '../service/present.ts'
import { changeRecording, deleteRecording, listRecordings, showRecording, startRecording, stopRecording } from '../service/recorders.ts'
import { findBySlug } from '../service/rooms.ts'
import { end, endLater, goLive } from '../service/running.ts'
import { addStaff, changeStaff, dropStaff, listStaff, showStaff } from '../service/staff.ts'
import { questionHandlers } from './questions.ts'
import { destroy, create, show, showRoom, update } from './rooms.ts'

export const handlers: Handlers<typeof contract> = {
  streams: (ctx, { query }) => listRooms(ctx, 'stream', query),
  createStream: (ctx, { body }) => create(ctx, 'stream', body.room),
  stream: (ctx, { params }) => show(ctx, params.id, 'stream'),
  updateStream: (ctx, { params, body }) => update(ctx, params.id, 'stream', body.room),
  destroyStream: (ctx, { params }) => destroy(ctx, params.id, 'stream'),
  rooms: (ctx, { query }) => listRooms(ctx, 'conference', query),
  createRoom: (ctx, { body }) => create(ctx, 'conference', body.room),
  room: (ctx, { params }) => show(ctx, params.id, 'conference'),
  updateRoom: (ctx, { params, body }) => update(ctx, params.id, 'conference', body.room),
  destroyRoom: (ctx, { params }) => destroy(ctx, params.id, 'conference'),
  bySlug: async (ctx, { params }) => presentRoom(ctx, await findBySlug(ctx, params.slug)),
  now: (ctx) => liveNow(ctx),

  async goLive(ctx, { params }) {
    await goLive(ctx, params.id)
    return showRoom(ctx, params.id)
  },
  join: (ctx, { params, body }) => join(ctx, params.id, body),
  beat: (ctx, { params, body }) => beat(ctx, params.id, body.participant_id),
  leave: (ctx, { params, body }) => leave(ctx, params.id, body.reason),
  publish: (ctx, { params, body }) => publish(ctx, params.id, body.sdp, body.sources),
  subscribe: (ctx, { params, body }) => subscribe(ctx, params.id, body.sdp),
  prefer: (ctx, { params, body }) => prefer(ctx, params.id, body.preferences),
  broadcast: (ctx, { params }) => sendBroadcast(ctx, params.id, params.file),
  hand: (ctx, { params, body }) => raiseHand(ctx, params.id, body.is_raised),
  react: (ctx, { params, body }) => react(ctx, params.id, body.emoji),
  muteAll: (ctx, { params }) => muteAll(ctx, params.id),

  participants: (ctx, { params, query }) => listPeople(ctx, params.id, query),
  updateParticipant: (ctx, { params, body }) => changePerson(ctx, params.id, params.participantId, body.participant),
  changeRole: (ctx, { params, body }) => changeRole(ctx, params.id, params.participantId, body.role),
  removeParticipant: (ctx, { params, query }) => removePerson(ctx, params.id, params.participantId, query.ban === 'true'),
  participantsCsv: (ctx, { params }) => exportPeople(ctx, params.id),
  invite: async (ctx, { params, body }) => ({ success: true, invited_count: await invite(ctx, params.id, body.invited_entities_ids) }),
  cohosts: (ctx, { params }) => listStaff(ctx, params.id, 'cohost'),
  createCohost: (ctx, { params, body }) => addStaff(ctx, params.id, body.cohost.community_member_id, 'cohost'),
  cohost: (ctx, { params }) => showStaff(ctx, params.id, params.itemId, 'cohost'),
  updateCohost: (ctx, { params, body }) => changeStaff(ctx, params.id, params.itemId, 'cohost', body.role),
  destroyCohost: (ctx, { params }) => dropStaff(ctx, params.id, params.itemId, 'cohost'),
  moderators: (ctx, { params }) => listStaff(ctx, params.id, 'moderator'),
  createModerator: (ctx, { params, body }) => addStaff(ctx, params.id, body.moderator.community_member_id, 'moderator'),
  moderator: (ctx, { params }) => showStaff(ctx, params.id, params.itemId, 'moderator'),
  updateModerator: (ctx, { params, body }) => changeStaff(ctx, params.id, params.itemId, 'moderator', body.role),
  destroyModerator: (ctx, { params }) => dropStaff(ctx, params.id, params.itemId, 'moderator'),

  async end(ctx, { params, body }) {
    await end(ctx, params.id, body)
    return showRoom(ctx, params.id)
  },
  async endDelayed(ctx, { params, body }) {
    await endLater(ctx, params.id, body.minutes)
    return showRoom(ctx, params.id)
  },
  feedback: (ctx, { params, body }) => giveFeedback(ctx, params.id, body),
  chatTranscript: (ctx, { params }) => transcript(ctx, params.id),
  report: (ctx, { params, body }) => report(ctx, params.id, body.participant_id, body.reason),

  recorders: (ctx, { params }) => listRecordings(ctx, params.id),
  createRecorder: (ctx, { params }) => startRecording(ctx, params.id),
  recorder: (ctx, { params }) => showRecording(ctx, params.id, params.recording_key),
  updateRecorder: (ctx, { params, body }) => changeRecording(ctx, params.id, params.recording_key, body.recorder),
  stopRecorder: (ctx, { params }) => stopRecording(ctx, params.id, params.recording_key),
  destroyRecording: (ctx, { params }) => deleteRecording(ctx, params.id, params.itemId),

  ...questionHandlers,
}
