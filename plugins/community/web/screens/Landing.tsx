/** What a community says to those who are not in it yet. */
import { EmptyState, Failure, LinkButton, Loading, Picture, Query, Screen, Skeleton, useRead, useSession, useT } from '@atrium/sdk/web'
import contract, { type LandingPage } from '../../contract.ts'
import { LegalLinks } from '../components/LegalLinks.tsx'
import { Who } from '../components/Who.tsx'

export default function Landing() {
  const t = useT()
  const { community } = useSession()
  const query = useRead(contract.routes.landing)
  return (
    <Screen name="community/Landing" title={community.name} layout="focus">
      {query.isError ? (
        <Failure error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Query
          query={query}
          skeleton={
            <Loading>
              <div className="mx-auto grid max-w-[960px] gap-5 px-4 py-10">
                <Skeleton w="100%" h={320} />
                <Skeleton w="60%" h={32} />
              </div>
            </Loading>
          }
        >
          {(page) =>
            page.enabled ? (
              <Page page={page} />
            ) : (
              <EmptyState
                icon="panel-left"
                title={t('landing.off')}
                text={t('landing.off_text')}
                action={<LinkButton to="/">{t('landing.home')}</LinkButton>}
              />
            )
          }
        </Query>
      )}
    </Screen>
  )
}

function Page({ page }: { page: LandingPage }) {
  const t = useT()
  const { community, account, member, signUpAllowed, signUpPath } = useSession()
  return (
    <div className="mx-auto grid max-w-[960px] gap-8 px-4 pb-16 pt-6 desk:pt-10">
      {page.picture_url && (
        <div className="overflow-hidden rounded-sheet">
          <Picture
            src={page.picture_url}
            srcSet={page.picture_srcset ?? undefined}
            ratio={2.8}
            className="max-sm:aspect-[1.6]!"
            alt=""
            placeholder={page.placeholder}
            priority
          />
        </div>
      )}
      <div className="grid justify-items-center gap-4 text-center">
        <h1 className="max-w-[22ch] text-32 leading-[1.15] font-bold tracking-[-0.02em] wrap-anywhere">{page.headline}</h1>
        {page.text && <p className="max-w-[60ch] text-17 whitespace-pre-line text-text-2">{page.text}</p>}
        <div className="flex flex-wrap justify-center gap-2.5 pt-2">
          {member ? (
            <LinkButton variant="primary" size="lg" to="/">
              {t('landing.home')}
            </LinkButton>
          ) : (
            <>
              {signUpAllowed && (
                <LinkButton variant="primary" size="lg" to={signUpPath()}>
                  {page.button_label || t('landing.join', { name: community.name })}
                </LinkButton>
              )}
              {!account && (
                <LinkButton size="lg" to="/user/sign_in">
                  {t('landing.sign_in')}
                </LinkButton>
              )}
              {!community.isPrivate && (
                <LinkButton size="lg" variant="ghost" to="/home/home_page/posts">
                  {t('landing.look')}
                </LinkButton>
              )}
            </>
          )}
        </div>
        <Who page={page} className="justify-center text-text-3" />
      </div>
      {page.spaces.length > 0 && (
        <section aria-label={t('landing.spaces')}>
          <h2 className="mb-3 text-center text-13 font-semibold text-text-3">{t('landing.spaces')}</h2>
          <ul className="flex flex-wrap justify-center gap-2.5">
            {page.spaces.map((space) => (
              <li key={space.id}>
                <LinkButton to={`/c/${space.slug}`}>
                  {space.emoji && <span aria-hidden="true">{space.emoji}</span>}
                  {space.name}
                </LinkButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      <LegalLinks className="justify-center" />
    </div>
  )
}
