/** Work of media that waits for others, or takes long: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

export const preview = job('preview', z.object({ id, url: z.string() }))
export const forget = job('forget', z.object({}))
export const transcode = job('transcode', z.object({ fileId: id }))
export const transcribe = job('transcribe', z.object({ id }))
export const describeFile = job('describe', z.object({ fileId: id }))
