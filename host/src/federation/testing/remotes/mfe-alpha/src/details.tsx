import { Link } from 'react-router-dom';

export default function Details() {
  return (
    <section>
      <h1>Details of alpha</h1>
      <Link to="/alpha/">Back</Link>
    </section>
  );
}
