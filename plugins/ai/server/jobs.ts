/** Work of answers that nobody waits for: its names, and what each carries. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

const nothing = z.object({})
/** Runs every minute, and adds itself again until the index is read. */
export const readJob = job('read', nothing)
/** Runs each night. */
export const tidyJob = job('tidy', nothing)
/** Counts words once much has come. */
export const countJob = job('count', nothing)
/** Reads a file or an address. */
export const sourceJob = job('source', z.object({ sourceId: id }))
/** Runs every minute: vectors of passages that have none. */
export const measureJob = job('measure', nothing)
/** Runs every minute: answers whose process died are written once more. */
export const resumeJob = job('resume', nothing)
export const answerJob = job('answer', z.object({ messageId: id }))
/** An answer in a post, a comment or a conversation. */
export const replyJob = job('reply', z.object({ replyId: id }))
/** Runs every ten minutes: questions that nobody has answered. */
export const lateJob = job('late', nothing)
export const testsJob = job('tests', z.object({ runId: id, after: id.nullable() }))
/** Runs each night: conversations beyond the days that they are kept. */
export const purgeJob = job('purge', nothing)
/** Runs each night: texts that were written long ago. */
export const forgetJob = job('forget', nothing)
