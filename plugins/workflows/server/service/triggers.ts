/** Events that can begin a workflow: of the kernel and of every plugin that is on, as their contracts declare them. */
import type { EventDef } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract, { type EventField, FIELD_OPERATORS, type TriggerOffer, type WorkflowResource } from '../../contract.ts'
import { type Field, fieldsOf } from './fields.ts'
import { ownResources } from './resources.ts'

export interface KnownEvent {
  /** `events.rsvp.changed` */
  name: string
  plugin: string
  label: string
  /** Whose event it is. */
  group: string
  icon: string
  fields: (Field & { label: string; choices: { value: string; label: string }[] | null })[]
  hasPerson: boolean
}
/** Whom an event is about. */
function wayOf({ automation }: Partial<EventDef>): { person: string; isGone: boolean } {
  const { person = 'memberId', gone = false } = typeof automation === 'object' ? automation : {}
  return { person, isGone: gone }
}
/** The same by its full name. */
export const aboutOf = (ctx: Ctx, name: string): { person: string; isGone: boolean } =>
  wayOf(ctx.automations.find(({ plugin, value }) => `${plugin}.${value.name}` === name)?.value ?? {})

/** By their keys. */
export const resourcesOf = (ctx: Ctx): Map<string, WorkflowResource> =>
  ctx.once(
    'workflows.resources',
    () => new Map([...ownResources(ctx), ...ctx.fill(contract.points.resource).map(({ value }) => value)].map((one) => [one.key, one])),
  )

const spoken = (name: string) =>
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/_/g, ' ')
    .replace(/ id$/, '')
/** The first of these words that there is. */
function word(says: readonly (readonly [Ctx['t'], string])[], otherwise: string): string {
  for (const [t, key] of says) {
    const said = t(key)
    if (said !== key) return said
  }
  return otherwise
}

/** All there are here, by their full names. */
export const eventsOf = (ctx: Ctx): Map<string, KnownEvent> =>
  ctx.once(`workflows.events:${ctx.locale}`, () => {
    const keys = new Set(resourcesOf(ctx).keys())
    const manifests = new Map(ctx.manifests.map((manifest) => [manifest.id, manifest]))
    const own: Ctx['t'] = (...said) => ctx.t(...said)
    return new Map(
      ctx.automations.map(({ plugin, value, t }): [string, KnownEvent] => {
        const manifest = manifests.get(plugin)
        const fields = fieldsOf(value.payload, keys).map((field) => ({
          ...field,
          label: word(
            [
              [t, `automation.${value.name}.${field.name}`],
              [t, `automation.field.${field.name}`],
              [own, `field.${field.name}`],
            ],
            spoken(field.name),
          ),
          choices:
            field.type === 'choice'
              ? field.options.map((option) => ({
                  value: option,
                  label: word(
                    [
                      [t, `automation.${value.name}.${field.name}.${option}`],
                      [own, `option.${option}`],
                    ],
                    spoken(option),
                  ),
                }))
              : null,
        }))
        return [
          `${plugin}.${value.name}`,
          {
            name: `${plugin}.${value.name}`,
            plugin,
            label: word(
              [
                [t, `automation.${value.name}`],
                [own, `automation.${value.name}`],
              ],
              value.title ?? value.name,
            ),
            group: manifest ? word([[t, 'plugin.title']], manifest.title) : ctx.t('group.community'),
            icon: manifest?.icon ?? 'users',
            fields,
            hasPerson: wayOf(value).person in ((value.payload as { shape?: object }).shape ?? {}),
          },
        ]
      }),
    )
  })

export const offered = ({ name, plugin, group, icon, label, fields, hasPerson }: KnownEvent): TriggerOffer => ({
  trigger_type: name,
  plugin,
  group,
  icon,
  label,
  has_person: hasPerson,
  fields: fields.map(
    (field): EventField => ({
      name: field.name,
      label: field.label,
      type: field.type,
      operators: [...FIELD_OPERATORS[field.type]],
      choices: field.choices,
      resource: field.resource,
    }),
  ),
})
