/** Work of live rooms that waits for its moment, or that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Every minute: rooms that were to end by now, people who say nothing any more, recordings that run. */
export const minuteJob = job('minute', z.object({}))
const recordingKey = z.object({ recordingKey: z.string() })
/** Looks after recordings that run: those that the engine has lost go on, those that are too long or of nobody end. */
export const watchJob = job('watch_recordings', z.object({}))
/** Ends a recording in the engine. */
export const stopJob = job('stop_recording', recordingKey)
/** Makes a video of what was recorded. */
export const composeJob = job('compose_recording', recordingKey)
export const postJob = job('post_recording', z.object({ id }))
/** Ends broadcasts that nobody watches, and takes what is left of those whose room has ended from the disk. */
export const broadcastsJob = job('sweep_broadcasts', z.object({}))
/** Puts out who does not see a room any more. */
export const unseenJob = job('put_out_unseen', z.object({ id }))
/** Every night: what is left on disk of recordings. */
export const sweepJob = job('sweep_recordings', z.object({}))
