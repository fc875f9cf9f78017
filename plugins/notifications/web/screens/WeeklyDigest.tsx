/** The community's email of the week: when, with which words, and how it looks now. */
import { Card, CardHead, Query, SettingsForm, SettingsPage, SkeletonText, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

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
            sections={[{ fields: ['weekly_digest_enabled', 'weekly_digest_day', 'weekly_digest_hour', 'weekly_digest_subject', 'weekly_digest_intro'] }]}
          />
          <Card>
            <CardHead title={t('weekly.preview')} text={t('weekly.previewText')} />
            <Query query={preview} skeleton={<SkeletonText lines={6} />}>
              {({ subject, text }) => (
                <div className="p-5">
                  <p className="mb-3 font-semibold">{subject}</p>
                  <p className="whitespace-pre-wrap break-words text-text-2">{text}</p>
                </div>
              )}
            </Query>
          </Card>
        </div>
      )}
    </SettingsPage>
  )
}
