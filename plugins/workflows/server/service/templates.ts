/** Workflows to begin with. Their texts stand in the locales, in the language of whoever makes one. */
import { notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { type Action, Definition, type Recurrence, type Template, type WorkflowType } from '../../contract.ts'
import { ScheduleTable, WorkflowTable } from '../entities.ts'
import { nextAt } from './moments.ts'
import { eventsOf } from './triggers.ts'
import { presentActions } from './present.ts'
import { create } from './workflows.ts'

type Card = Omit<Action, 'id' | 'position' | 'parent_id' | 'branch'> & { yes?: Card[]; no?: Card[] }
interface Kind {
  id: string
  group: Template['group']
  icon: string
  type: WorkflowType
  trigger?: string
  reentry?: Definition['reentry']
  recurrence?: Recurrence
  /** Plugins beyond those that workflows need. */
  needs?: string[]
  cards(says: (key: string) => string): Card[]
}
const doc = (text: string) => ({ type: 'doc', content: text.split('\n\n').map((part) => ({ type: 'paragraph', content: [{ type: 'text', text: part }] })) })
const card = (action_type: string, api_params: Record<string, unknown> = {}, branches: Pick<Card, 'yes' | 'no'> = {}): Card => ({
  action_type,
  api_params,
  ...branches,
})
const email = (says: (key: string) => string, which = '', isMarketing = true) =>
  card('workflows.send_email', { subject: says(`subject${which}`), body: doc(says(`body${which}`)), is_marketing: isMarketing })
const notify = (says: (key: string) => string, path = '/') => card('workflows.notify', { text: says('text'), path })
const wait = (amount: number, unit: 'hours' | 'days' | 'weeks') => card('wait', { amount, unit })

const KINDS: Kind[] = [
  {
    id: 'welcome',
    group: 'members',
    icon: 'hand',
    type: 'dynamic',
    trigger: 'membership.member.joined',
    reentry: 'once',
    cards: (says) => [email(says, '', false)],
  },
  {
    ...{ id: 'first_post', group: 'members', icon: 'pen-line', type: 'dynamic', trigger: 'membership.member.joined', reentry: 'once', needs: ['posts'] },
    cards: (says) => [card('wait_for', { trigger_type: 'posts.post.published', amount: 3, unit: 'days' }, { yes: [], no: [email(says)] })],
  },
  {
    id: 'week_one',
    group: 'members',
    icon: 'calendar',
    type: 'dynamic',
    trigger: 'membership.member.joined',
    reentry: 'once',
    cards: (says) => [wait(7, 'days'), email(says), wait(7, 'days'), email(says, '_2')],
  },
  { id: 'space_joined', group: 'content', icon: 'hash', type: 'dynamic', trigger: 'spaces.space.member_joined', cards: (says) => [notify(says)] },
  { id: 'request_waits', group: 'content', icon: 'door-open', type: 'dynamic', trigger: 'spaces.space.join_requested', cards: (says) => [notify(says)] },
  {
    id: 'comment_thanks',
    group: 'content',
    icon: 'message-square',
    type: 'dynamic',
    trigger: 'content.comment.created',
    reentry: 'once',
    cards: (says) => [notify(says)],
  },
  { id: 'untagged', group: 'growth', icon: 'tags', type: 'dynamic', trigger: 'audience.person.untagged', cards: (says) => [wait(1, 'days'), email(says)] },
  { id: 'tagged', group: 'growth', icon: 'tag', type: 'dynamic', trigger: 'audience.person.tagged', cards: (says) => [wait(1, 'hours'), email(says)] },
  {
    id: 'connected',
    group: 'members',
    icon: 'users',
    type: 'dynamic',
    trigger: 'members.connection.accepted',
    reentry: 'once',
    cards: (says) => [notify(says, '/members')],
  },
  {
    ...{ id: 'weekly_note', group: 'growth', icon: 'newspaper', type: 'scheduled' },
    recurrence: { frequency: 'weekly', interval: 1, weekdays: [1], day: 1, time: '09:00', ends_at: null },
    cards: (says) => [email(says)],
  },
  {
    ...{ id: 'monthly_thanks', group: 'growth', icon: 'heart', type: 'scheduled' },
    recurrence: { frequency: 'monthly', interval: 1, weekdays: [], day: 1, time: '10:00', ends_at: null },
    cards: (says) => [notify(says)],
  },
  { id: 'announcement', group: 'content', icon: 'megaphone', type: 'one_time', cards: (says) => [email(says), notify(says)] },
  {
    id: 'course_done',
    group: 'courses',
    icon: 'graduation-cap',
    type: 'dynamic',
    trigger: 'courses.course.finished',
    needs: ['courses'],
    cards: (says) => [email(says), wait(1, 'weeks'), email(says, '_2')],
  },
  {
    id: 'quiz_failed',
    group: 'courses',
    icon: 'circle-help',
    type: 'dynamic',
    trigger: 'quizzes.attempt.failed',
    needs: ['quizzes'],
    cards: (says) => [wait(2, 'hours'), notify(says)],
  },
  {
    id: 'after_event',
    group: 'events',
    icon: 'calendar-check',
    type: 'dynamic',
    trigger: 'events.attendee.checked_in',
    needs: ['events'],
    cards: (says) => [wait(1, 'days'), email(says)],
  },
  {
    id: 'payment_thanks',
    group: 'money',
    icon: 'credit-card',
    type: 'dynamic',
    trigger: 'paywalls.paywalls.paid',
    needs: ['paywalls'],
    reentry: 'once',
    cards: (says) => [email(says, '', false)],
  },
  {
    id: 'level_up',
    group: 'growth',
    icon: 'trophy',
    type: 'dynamic',
    trigger: 'gamification.level.reached',
    needs: ['gamification'],
    cards: (says) => [notify(says)],
  },
]

function actionsOf(cards: Card[], parent: string | null = null, branch: Action['branch'] = null, names = { next: 1 }): Action[] {
  return cards.flatMap(({ action_type, api_params, yes = [], no = [] }, position): Action[] => {
    const id = `card-${names.next++}`
    return [{ id, action_type, api_params, parent_id: parent, branch, position }, ...actionsOf(yes, id, 'yes', names), ...actionsOf(no, id, 'no', names)]
  })
}
function definitionOf(ctx: Ctx, { id, trigger, reentry = 'not_running', type, cards }: Kind): Definition {
  return Definition.parse({
    trigger: { trigger_type: trigger ?? null },
    reentry: type === 'dynamic' ? reentry : 'always',
    audiences: type === 'dynamic' ? [] : [{ id: 'everybody', kind: 'all_members' }],
    actions: actionsOf(cards((key) => ctx.t(`template.${id}.${key}`))),
  })
}
async function present(ctx: Ctx, kind: Kind, used: ReadonlySet<string | null>): Promise<Template> {
  const { id, group, icon, type, trigger, needs = [], recurrence = null } = kind
  const off = needs.filter((plugin) => !ctx.has({ id: plugin }))
  return {
    ...{ id, group, icon, title: ctx.t(`template.${id}`), sentence: ctx.t(`template.${id}.sentence`), workflow_type: type, recurrence },
    trigger_label: trigger ? (eventsOf(ctx).get(trigger)?.label ?? null) : null,
    actions: presentActions(ctx, 0, definitionOf(ctx, kind).actions).map(({ workflow_id: _, ...action }) => action),
    missing: off.map((plugin) => ctx.manifests.find((one) => one.id === plugin)?.title ?? plugin),
    is_used: used.has(id),
  }
}
export async function listTemplates(ctx: Ctx): Promise<Template[]> {
  const rows = await ctx.sql<{ template: string }>('select distinct template from workflows.workflow where community_id = $1 and template is not null')
  const used = new Set(rows.map(({ template }) => template))
  return Promise.all(KINDS.map((kind) => present(ctx, kind, used)))
}
const find = (key: string): Kind => {
  const kind = KINDS.find(({ id }) => id === key)
  if (!kind) throw notFound('Template', 'template_not_found')
  return kind
}
export async function showTemplate(ctx: Ctx, key: string): Promise<Template> {
  find(key)
  return (await listTemplates(ctx)).find(({ id }) => id === key)!
}
export async function createFrom(ctx: Ctx, key: string, name?: string): Promise<number> {
  const kind = find(key)
  const id = await create(ctx, { name: name || ctx.t(`template.${key}`), workflow_type: kind.type }, key)
  await ctx.em.nativeUpdate(WorkflowTable, { id }, { definition: definitionOf(ctx, kind) })
  if (kind.recurrence) {
    const timeZone = 'UTC'
    ctx.em.create(ScheduleTable, {
      workflowId: id,
      recurrence: kind.recurrence,
      timeZone,
      nextAt: nextAt({ runs_at: null, recurrence: kind.recurrence, time_zone: timeZone }, ctx.now()),
    })
    await ctx.em.flush()
  }
  return id
}
