/** What an entry of the audit log says, in the words of who wrote it: `audit.<action>` of the shell or of a plugin. */
import { type BootData, type Translate, translate } from '@atrium/sdk/web'
import type { AuditEntry } from '../api.ts'
import { pluginTitle } from '../frame/pluginWords.ts'

/** Null for an action that nobody has words for, as one of a plugin that is gone. */
export function auditSentence(t: Translate, entry: AuditEntry, plugins: BootData['plugins']): string | null {
  const { action, data, member_name } = entry
  const key = `audit.${action}${typeof data.enabled === 'boolean' ? (data.enabled ? '.on' : '.off') : ''}`
  const values = { who: member_name ?? t('audit.system'), name: nameOf(t, entry, plugins) }
  for (const speaker of ['shell', ...plugins.map(({ id }) => id)]) {
    const said = translate(speaker, key, values)
    if (said !== key) return said
  }
  return null
}

function nameOf(t: Translate, { subject, subject_name, data }: AuditEntry, plugins: BootData['plugins']): string {
  if (subject_name) return subject_name
  if (typeof data.tier === 'string') return t(`tier.${data.tier}`)
  const id = subject.slice(subject.indexOf(':') + 1)
  if (subject.startsWith('plugin:')) {
    const plugin = plugins.find((one) => one.id === id)
    return plugin ? pluginTitle(plugin) : id
  }
  if (subject.startsWith('role:') && ['admin', 'moderator', 'member'].includes(id)) return t(`role.${id}`)
  return id || t('audit.somebody')
}
