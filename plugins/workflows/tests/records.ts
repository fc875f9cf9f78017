/** Records of workflows: drafts, one that is switched on with runs that wait, one with a schedule. They are of the whole community, whatever space somebody is in. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import audience from '../../audience/contract.ts'
import contract from '../contract.ts'

const { routes } = contract
const AT = '/settings/workflows'
const FAR = '2036-01-02T09:00:00.000Z'
const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] }
const WAIT = { id: 'wait', action_type: 'wait', api_params: { amount: 300, unit: 'days' as const } }

const records = defineRecords(contract, {
  leaving: { stays: ['workflows.run', 'workflows.workflow', 'workflows.version', 'workflows.change'], goes: ['workflows.notification'] },
  async fill({ app, side, word, guest }: Target) {
    const as = app.as(side.admin)
    await app.run(side.communityId, (ctx) => ctx.saveSettings(contract, { active_limit: 500 }))
    const tagId = await app.run(side.communityId, async (ctx) => (await ctx.actAs(side.admin.id)).use(audience).ensureTag(`${word} flow`, { is_public: false }))
    const hook = { id: 'hook', action_type: 'workflows.webhook', api_params: { url: 'https://hooks.example.invalid/in', data: word }, position: 2 }
    const mail = { id: 'mail', action_type: 'workflows.send_email', api_params: { subject: word, body: doc }, position: 3 }
    const told = { id: 'told', action_type: 'workflows.notify', api_params: { text: `${word} is told`, path: '/' } }
    const draft = async (more = '', extra: object = {}) =>
      (
        await as.call(routes.create, {
          body: {
            ...{ name: `${word}${more}`, workflow_type: 'dynamic' },
            trigger: { trigger_type: 'audience.person.tagged', filters: { rules: [{ field: 'tagId', operator: 'any_of', value: [tagId] }] } },
            actions: [WAIT],
            ...extra,
          },
        })
      ).id
    const planned = (more: string) =>
      draft(more, {
        workflow_type: 'scheduled',
        audiences: [
          { id: 'all', kind: 'members', member_ids: [guest.id] },
          { id: 'spare', kind: 'members', member_ids: [guest.id] },
        ],
      })
    const [flowDraft, flowSpare, flowToStart, flowOn, flowPlanned] = [
      await draft(),
      await draft(' spare'),
      await draft(' next'),
      await draft(' on', { reentry: 'always' }),
      await planned(' planned'),
    ]
    const flowAction = await draft(' cards', { actions: [WAIT, { ...WAIT, id: 'other', position: 1 }] })
    const flowStop = await draft(' off')
    const flowHook = await draft(' hook', { actions: [told, hook, mail] })
    const schedule = async (id: number) =>
      (await as.call(routes.createSchedule, { params: { id }, body: { recurrence: { frequency: 'daily', time: '09:00' }, time_zone: 'UTC' } })).id
    const [flowSchedule, flowSpareSchedule] = [await schedule(flowPlanned), await schedule(flowPlanned)]
    for (const id of [flowOn, flowStop, flowHook]) await as.call(routes.activate, { params: { id } })
    const begin = async (id: number) => (await as.call(routes.startRuns, { params: { id }, body: { community_member_ids: [guest.id] } })).run_ids[0]!
    const [flowRun, flowRunOff, flowRunOver, flowRunAgain] = [await begin(flowOn), await begin(flowOn), await begin(flowOn), await begin(flowOn)]
    await begin(flowHook)
    await app.settle()
    await as.call(routes.cancelRun, { params: { id: flowOn, runId: flowRunOver } })
    // whom the webhook does not reach is not tried again while others are looked at
    await as.call(routes.cancelRuns, { params: { id: flowHook } })
    return {
      flowDraft,
      flowSpare,
      flowToStart,
      flowOn,
      flowPlanned,
      flowAction,
      flowStop,
      flowHook,
      flowSchedule,
      flowSpareSchedule,
      flowRun,
      flowRunOff,
      flowRunOver,
      flowRunAgain,
      flowGuest: guest.id,
    }
  },
  screens: {
    [`${AT}/history/:id`]: ({ flowOn }) => `${AT}/history/${flowOn}`,
    [`${AT}/new/preview/:id`]: () => `${AT}/new/preview/welcome`,
    [`${AT}/new/dynamic/:id`]: ({ flowDraft }) => `${AT}/new/dynamic/${flowDraft}`,
    [`${AT}/new/one_time/:id`]: ({ flowPlanned }) => `${AT}/new/one_time/${flowPlanned}`,
    [`${AT}/new/scheduled/:id`]: ({ flowPlanned }) => `${AT}/new/scheduled/${flowPlanned}`,
    [`${AT}/view/:id`]: ({ flowOn }) => `${AT}/view/${flowOn}`,
    [`${AT}/view/:id/runs`]: ({ flowOn }) => `${AT}/view/${flowOn}/runs`,
    [`${AT}/view/:id/runs/:runId`]: ({ flowOn, flowRun }) => `${AT}/view/${flowOn}/runs/${flowRun}`,
    [`${AT}/edit/:id`]: ({ flowOn }) => `${AT}/edit/${flowOn}`,
    [`${AT}/edit/:id/send-email/:cardId`]: ({ flowHook }) => `${AT}/edit/${flowHook}/send-email/mail`,
    [`${AT}/:id/duplicate`]: ({ flowDraft }) => `${AT}/${flowDraft}/duplicate`,
  },
  inputs: {
    ...Object.fromEntries(
      [
        'list',
        'triggers',
        'actionTypes',
        'allRuns',
        'templates',
        'usageStats',
        'dynamicVariables',
        'previewAttributes',
        'signingSecret',
        'contacts',
        'events',
        'posts',
        'recurringEventSettings',
        'paywallPrices',
      ].map((name) => [name, { input: () => ({}), foreign: [200], wide: true as const }]),
    ),
    create: { body: { name: 'Kiln opening', workflow_type: 'dynamic' } },
    show: { input: ({ flowDraft }) => ({ params: { id: flowDraft } }), wide: true },
    update: { input: ({ flowDraft }) => ({ params: { id: flowDraft }, body: { name: 'Another' } }), wide: true },
    destroy: { input: ({ flowSpare }) => ({ params: { id: flowSpare } }), uses: true, wide: true },
    activate: { input: ({ flowToStart }) => ({ params: { id: flowToStart } }), uses: true, wide: true },
    inactivate: { input: ({ flowStop }) => ({ params: { id: flowStop }, body: {} }), uses: true, wide: true },
    archive: { input: ({ flowDraft }) => ({ params: { id: flowDraft }, body: { archived: false } }), wide: true },
    duplicate: { input: ({ flowDraft }) => ({ params: { id: flowDraft } }), wide: true },
    history: { input: ({ flowDraft }) => ({ params: { id: flowDraft } }), wide: true },
    detail: { input: ({ flowOn }) => ({ params: { id: flowOn } }), wide: true },
    resources: { input: () => ({ params: { key: 'tag' } }), foreign: [200], wide: true },
    runs: { input: ({ flowOn }) => ({ params: { id: flowOn } }), wide: true },
    startRuns: { input: ({ flowOn, flowGuest }) => ({ params: { id: flowOn }, body: { community_member_ids: [flowGuest] } }), wide: true },
    run: { input: ({ flowOn, flowRun }) => ({ params: { id: flowOn, runId: flowRun } }), wide: true },
    updateRun: {
      input: ({ flowOn, flowRunAgain }) => ({ params: { id: flowOn, runId: flowRunAgain }, body: { operation: 'resume' } }),
      uses: true,
      wide: true,
    },
    destroyRun: { input: ({ flowOn, flowRunOver }) => ({ params: { id: flowOn, runId: flowRunOver } }), uses: true, wide: true },
    cancelRun: { input: ({ flowOn, flowRunOff }) => ({ params: { id: flowOn, runId: flowRunOff } }), uses: true, wide: true },
    cancelRuns: { input: ({ flowStop }) => ({ params: { id: flowStop } }), wide: true },
    retryRuns: { input: ({ flowStop }) => ({ params: { id: flowStop }, body: {} }), wide: true },
    dryRun: { input: ({ flowDraft, flowGuest }) => ({ params: { id: flowDraft }, body: { community_member_id: flowGuest } }), wide: true },
    tasks: { input: ({ flowOn }) => ({ params: { id: flowOn } }), wide: true },
    audiences: { input: ({ flowPlanned }) => ({ params: { id: flowPlanned } }), wide: true },
    createAudience: { input: ({ flowPlanned }) => ({ params: { id: flowPlanned }, body: { kind: 'all_members' } }), wide: true },
    audience: { input: ({ flowPlanned }) => ({ params: { id: flowPlanned, innerId: 'all' } }), wide: true },
    updateAudience: { input: ({ flowPlanned }) => ({ params: { id: flowPlanned, innerId: 'all' }, body: { kind: 'all_members' } }), wide: true },
    destroyAudience: { input: ({ flowPlanned }) => ({ params: { id: flowPlanned, innerId: 'spare' } }), uses: true, wide: true },
    actions: { input: ({ flowAction }) => ({ params: { id: flowAction } }), wide: true },
    createAction: {
      input: ({ flowAction }) => ({ params: { id: flowAction }, body: { action_type: 'wait', api_params: { amount: 1, unit: 'days' } } }),
      wide: true,
    },
    action: { input: ({ flowAction }) => ({ params: { id: flowAction, innerId: 'wait' } }), wide: true },
    updateAction: { input: ({ flowAction }) => ({ params: { id: flowAction, innerId: 'wait' }, body: { position: 1 } }), wide: true },
    destroyAction: { input: ({ flowAction }) => ({ params: { id: flowAction, innerId: 'other' } }), uses: true, wide: true },
    upsertActions: { input: ({ flowDraft }) => ({ params: { id: flowDraft }, body: { actions: [WAIT] } }), wide: true },
    schedules: { input: ({ flowPlanned }) => ({ params: { id: flowPlanned } }), wide: true },
    createSchedule: {
      input: ({ flowPlanned }) => ({ params: { id: flowPlanned }, body: { recurrence: { frequency: 'daily', time: '10:00' } } }),
      uses: true,
      wide: true,
    },
    schedule: { input: ({ flowPlanned, flowSchedule }) => ({ params: { id: flowPlanned, scheduleId: flowSchedule } }), wide: true },
    updateSchedule: {
      input: ({ flowPlanned, flowSchedule }) => ({ params: { id: flowPlanned, scheduleId: flowSchedule }, body: { time_zone: 'Europe/Berlin' } }),
      wide: true,
    },
    destroySchedule: {
      input: ({ flowPlanned, flowSpareSchedule }) => ({ params: { id: flowPlanned, scheduleId: flowSpareSchedule } }),
      uses: true,
      wide: true,
    },
    reschedule: { input: ({ flowPlanned }) => ({ params: { id: flowPlanned }, body: { next_at: FAR } }), wide: true },
    upcoming: { body: { recurrence: { frequency: 'daily', time: '10:00' } } },
    audienceCount: { input: ({ flowGuest }) => ({ body: { audiences: [{ kind: 'members', member_ids: [flowGuest] }] } }), foreign: [200], wide: true },
    template: { params: { key: 'welcome' } },
    // what each makes is another, so one that there is not is asked for
    createFromTemplate: { input: () => ({ params: { key: 'nothing' }, body: {} }), foreign: 'any', own: [404] },
    interpolatedPreview: { input: ({ flowGuest }) => ({ body: { texts: { one: 'Hi {{ person.first_name }}' }, community_member_id: flowGuest } }), wide: true },
    previewMessages: { input: ({ flowDraft }) => ({ query: { workflow_id: flowDraft, action_id: 'wait' } }), own: [422], wide: true },
    renewSigningSecret: { body: {} },
    webhookTest: { body: { url: 'https://hooks.example.invalid/in' } },
  },
})
export default records
export type WorkflowsMade = MadeBy<typeof records>
