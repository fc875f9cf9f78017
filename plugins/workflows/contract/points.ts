/** What other plugins bring to workflows. */
import type { Sentence, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { ActionGroup, AskKind } from './records.ts'

export interface ActionAsk {
  /** Its field in the input. */
  name: string
  kind: AskKind
  /** May be left out. */
  optional?: boolean
  /** Several may be chosen: the field is a list. */
  multiple?: boolean
  /** Of `resource`: the key of what a plugin brings to the point `resource`. */
  resource?: string
  /** Of `choices`. */
  choices?(ctx: Ctx): Promise<{ value: number | string; label: string }[]>
}
/** Somebody for whom a step is done. */
export interface ActedPerson<Input> {
  memberId: number
  /** Its own variables filled in. */
  input: Input
  /** The same at each try of this step for this run, and at no other: what a receiver tells repetitions by. */
  key: string
}
export type ActionOutcome = { memberId: number; output?: Record<string, unknown> } & (
  | { is: 'done' }
  /** Nothing was to be done, or they do not want it; the run goes on. */
  | { is: 'skipped'; reason: string | Sentence }
  /** The run stops here until somebody retries it. */
  | { is: 'failed'; reason: string | Sentence }
)
/**
 * An action of a workflow. Its words are `workflow.<key>`, `workflow.<key>.about` for the line below, and `workflow.<key>.<field>` (`.help` where
 * there is something to say) for what it asks.
 */
export interface WorkflowAction<Input extends object = any> {
  /** Unique in the plugin: `message`. Workflows keep it as `chat.message`. */
  key: string
  icon: string
  group: ActionGroup
  /** Full name, `posts.create`: asked of whoever switched the workflow on, at each step. Null: whoever may make workflows may do it. */
  permission: string | null
  /** Checked when the workflow is switched on, and for each person once variables are filled in. */
  input: z.ZodObject
  asks: readonly ActionAsk[]
  /** `outside` leaves the community, as an email: a dry run says so. */
  effect: 'inside' | 'outside'
  /**
   * For at most 100 people at a time, inside the engine's transaction, in the name of whoever switched the workflow on. Idempotent. Who is not named
   * in the answer is done. A refusal that is thrown is one for each of them: they are then tried one by one.
   */
  run(ctx: Ctx, people: ActedPerson<Input>[], step: { workflowId: number; actionId: string; actorId: number }): Promise<ActionOutcome[]>
  /** What it would do to somebody, in a sentence of the reader's language, for the dry run. Default: its label. */
  describe?(ctx: Ctx, input: Input, memberId: number): Promise<string>
  /** How it would look to them. */
  preview?(ctx: Ctx, input: Input, memberId: number): Promise<{ subject: string | null; text: string; html: string | null }>
}

/** Things that are named by id in events and inputs, as courses. */
export interface WorkflowResource {
  /** `course`; a field `courseId` of any event is one of them. */
  key: string
  /** Those whose name holds the text, in the eyes of the reader, at most `limit`; or those of these ids. */
  choices(ctx: Ctx, ask: { text?: string; ids?: number[]; limit: number }): Promise<{ id: number; name: string; note?: string | null }[]>
}

/** Somebody who came in at another time. */
export interface RecordedRun {
  memberId: number
  at: Date
  /** Which way they took at every card that branches. */
  says: 'yes' | 'no'
  /** Why the first card that is no logic failed for them. */
  fails?: string
}
/** What others may ask of workflows. */
export interface WorkflowsService {
  /** A workflow in the name of the ctx's member, for set-up. @throws AtriumError 422 */
  create(input: { name: string; template: string; isActive?: boolean }): Promise<number>
  /** Runs of the past of one that is switched on, as far as they would have come by now. For set-up. @throws AtriumError 409 */
  record(input: { workflowId: number; since: Date; runs: RecordedRun[] }): Promise<void>
  /** Nobody comes in any more. For set-up. @throws AtriumError 404, 409 */
  inactivate(workflowId: number): Promise<void>
}
