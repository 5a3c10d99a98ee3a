// What a team gets that forgets defineRemote.
export default function Page() {
  return <h1>Broken</h1>;
}
