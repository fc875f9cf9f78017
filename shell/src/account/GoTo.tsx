/** A button to a page of one's community, which may stand under another host than this page. */
import { LinkButton } from '@atrium/sdk/web'

interface GoToProps {
  /** Scheme and host, as the server names them. */
  url: string
  path: string
  label: string
}
export const GoTo = ({ url, path, label }: GoToProps) => (
  <LinkButton variant="primary" to={url === location.origin ? path : url + path}>
    {label}
  </LinkButton>
)
