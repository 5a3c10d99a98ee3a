import assert from 'node:assert/strict';
import test from 'node:test';
import { routeOf } from './routes.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const CALL = { accept: 'application/json, text/plain, */*', 'x-requested-with': 'waymark' };

test('each address goes to who answers for it', () => {
  for (const [method, path, headers, kind] of [
    ['GET', '/', BROWSER, 'page'],
    ['GET', '/auth/login', BROWSER, 'page'],
    ['HEAD', '/auth/login/', BROWSER, 'page'],
    ['POST', '/auth/login', CALL, 'api'],
    ['POST', '/auth/login', BROWSER, 'api'],
    ['GET', '/auth/session', CALL, 'api'],
    ['GET', '/auth/session', { accept: '*/*' }, 'api'],
    ['GET', '/auth/logout', BROWSER, 'api'],
    ['GET', '/auth/logout/', BROWSER, 'api'],
    ['GET', '/authors', CALL, 'page'],
    ['GET', '/services/main/v7.1/workout/', CALL, 'api'],
    ['GET', '/services/openapi.json', BROWSER, 'api'],
    ['GET', '/internal/x', CALL, 'api'],
    ['POST', '/checkoutapi/pay', CALL, 'api'],
    ['GET', '/platform/settings', CALL, 'api'],
    ['GET', '/platform/release', CALL, 'release'],
    ['GET', '/platform/registry', BROWSER, 'registry'],
    ['GET', '/developer', BROWSER, 'api'],
    ['GET', '/mailbox/api/1', CALL, 'api'],
    ['GET', '/developers', BROWSER, 'page'],
    ['GET', '/profile/42/picture', { accept: 'image/*' }, 'api'],
    ['GET', '/profile/42/goals', BROWSER, 'page'],
    ['GET', '/oauth2/auth', BROWSER, 'api'],
    ['POST', '/oauth2/token', CALL, 'api'],
    ['GET', '/oauth2/.well-known/openid-configuration', CALL, 'api'],
    ['GET', '/oauth2/authorize', BROWSER, 'page'],
    ['GET', '/livez', {}, 'alive'],
    ['GET', '/readyz', {}, 'ready'],
    ['GET', '/assets/main.js', {}, 'asset'],
    ['GET', '/remotes/mfe-a/1/entry.js', {}, 'remote-file'],
    ['GET', '/basemap/1/2/3.pbf', {}, 'tile'],
    ['GET', '/notifications-worker.js', BROWSER, 'worker'],
    ['GET', '/notifications-worker.js/x', BROWSER, 'page'],
  ] as const)
    assert.equal(routeOf(method, path, headers).kind, kind, `${method} ${path}`);
});
