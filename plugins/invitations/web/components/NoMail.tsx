/** Said before an invitation is written: without a mail server it reaches nobody, while a link can be sent by hand. */
import { Link, Note, useSession, useT } from '@atrium/sdk/web'

export function NoMail() {
  const t = useT()
  const { community } = useSession()
  if (community.sends_mail) return null
  return (
    <Note tone="warning" title={t('noMail.title')} className="mb-4">
      <p>{t('noMail.text')}</p>
      <Link to="/members/invitation_links" className="mt-2 inline-block font-semibold underline">
        {t('noMail.link')}
      </Link>
    </Note>
  )
}
