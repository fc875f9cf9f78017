export default function Redirect() {
  return null
}
