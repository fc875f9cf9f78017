/** The community's email of the week: when, with which words, and how it looks now. */
import { Card, CardHead, Query, SettingsForm, SettingsPage, SkeletonText, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { DigestTime } from '../components/DigestTime.tsx'

const { routes } = contract

export default function WeeklyDigest() {
  const t = useT()
  const query = useRead(routes.weeklyDigest)
  const preview = useRead(routes.previewWeeklyDigest)
  return (
    <SettingsPage name="notifications/WeeklyDigest" title={t('admin.digest')} text={t('weekly.text')} who="notifications.manage" query={query}>
      {(saved) => (
        <div className="grid gap-4">
          <SettingsForm
            saved={saved}
            save={routes.updateWeeklyDigest}
            sections={({ value, set, errors }) => [
              {
                fields: [
                  'weekly_digest_enabled',
                  <DigestTime key="time" value={value} onChange={set} errors={errors} />,
                  'weekly_digest_subject',
                  'weekly_digest_intro',
                ],
              },
            ]}
          />
          <Card>
            <CardHead title={t('weekly.preview')} text={t('weekly.previewText')} />
            <Query query={preview} skeleton={<SkeletonText lines={6} />}>
              {({ subject, html }) => (
                <div className="grid gap-3 p-5">
                  <p className="font-semibold">{subject}</p>
                  {/* no scripts, no forms, no way out of the frame: what it says is other people's words */}
                  <iframe sandbox="" srcDoc={html} title={subject} className="h-[640px] w-full rounded-card border bg-white" />
                </div>
              )}
            </Query>
          </Card>
        </div>
      )}
    </SettingsPage>
  )
}
