/** Work of the inbox that waits for its moment, or that nobody waits for: its names, and what each carries. */
import { job } from '@atrium/sdk/server'
import { z } from 'zod'

const nothing = z.object({})
/** Asks an agent to answer a message. */
export const answerJob = job('answer', z.object({ chatId: z.number(), messageId: z.number() }))
/** Mails to who asks what they have not seen of the answers. */
export const mailJob = job('mail', z.object({ chatId: z.number() }))
/** Every minute: what was snoozed until now, and answers that nobody is writing any more. */
export const mindJob = job('mind', nothing)
/** Every night: what was solved long ago is closed. */
export const closeJob = job('close', nothing)
