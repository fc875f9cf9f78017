/** A new member's first days: words of welcome, and what is still missing of their face. */
import { Card, Icon, IconButton, Link, useRead, useSession, useStored, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Welcome() {
  const t = useT()
  const { member } = useSession()
  const [closed, setClosed] = useStored('community.welcome', false)
  const { data } = useRead(contract.routes.welcome, undefined, { enabled: member !== null && !closed })
  if (!data?.show || closed) return null
  const steps = [data.ask_for_picture && 'picture', data.ask_for_headline && 'headline'].filter((key) => key !== false)
  if (!data.title && !data.text && steps.length === 0) return null
  return (
    <Card pad className="relative">
      <div className="absolute top-2 right-2">
        <IconButton icon="x" size="sm" label={t('welcome.close')} onClick={() => setClosed(true)} />
      </div>
      <h2 className="pr-8 text-17">{data.title || t('welcome.title')}</h2>
      <p className="mt-1 max-w-[64ch] whitespace-pre-line text-text-2">{data.text || t('welcome.text')}</p>
      {steps.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {steps.map((key) => (
            <li key={key}>
              <Link to="/account" className="inline-flex h-9 items-center gap-2 rounded-control border border-field px-3 text-13 font-medium hover:bg-hover">
                <Icon name={key === 'picture' ? 'camera' : 'pencil'} size="sm" />
                {t(`welcome.${key}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
