/** What somebody says of themselves, and answers to what the community asks. */
import { formatDateIn } from '@atrium/sdk'
import { Card, EmptyState, LinkButton, useLocale, useSession, useT } from '@atrium/sdk/web'
import type { AnsweredField, Profile } from '../../contract.ts'
import { WebAddress } from './WebAddress.tsx'

export function About({ profile }: { profile: Profile }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  if (profile.bio || profile.profile_fields.length)
    return (
      <>
        {profile.bio && (
          <Card pad>
            <p className="max-w-[68ch] whitespace-pre-line text-15 wrap-anywhere">{profile.bio}</p>
          </Card>
        )}
        {profile.profile_fields.length > 0 && (
          <Card pad>
            <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
              {profile.profile_fields.map((field) => (
                <div key={field.id} className={field.field_type === 'textarea' ? 'sm:col-span-2' : undefined}>
                  <dt className="text-12 font-medium text-text-3">{field.label}</dt>
                  <dd className="mt-0.5 text-15 wrap-anywhere">
                    <Answer field={field} />
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
      </>
    )
  if (member?.id !== profile.id) return <EmptyState icon="user" title={t('about.none', { name: profile.name })} text={t('about.none_text')} />
  return (
    <EmptyState
      icon="user"
      title={t('about.own')}
      text={t('about.own_text')}
      action={
        !viewOnly && (
          <LinkButton variant="primary" icon="pencil" to="/account">
            {t('profile.edit')}
          </LinkButton>
        )
      }
    />
  )
}

function Answer({ field: { field_type, community_member_profile_field: answer } }: { field: AnsweredField }) {
  const locale = useLocale()
  const shown = answer?.display_value ?? ''
  const all = Array.isArray(shown) ? shown : [shown]
  if (field_type === 'link' || field_type === 'social')
    return (
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        {all.map((address) => (
          <WebAddress key={address} address={address} />
        ))}
      </span>
    )
  if (field_type === 'select' || field_type === 'checkbox')
    return (
      <span className="flex flex-wrap gap-1.5">
        {all.filter(Boolean).map((words) => (
          <span key={words} className="rounded-full bg-hover px-2.5 text-13 leading-6 text-text-2">
            {words}
          </span>
        ))}
      </span>
    )
  // a day is the same day everywhere
  if (field_type === 'date') return formatDateIn(locale, `${all[0]}T00:00:00Z`, 'longDate', 'UTC')
  return <span className="whitespace-pre-line">{all.join(', ')}</span>
}
