/** Work of live rooms that waits for its moment, or that nobody waits for: its names, and what each carries. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Every minute: rooms that were to end by now, and people who say nothing any more. */
export const minuteJob = job('minute', z.object({}))
/** Ends a recording in the engine, and says what has become of it. */
export const stopJob = job('stop_recording', z.object({ recordingKey: z.string() }))
