import assert from 'node:assert/strict';
import test from 'node:test';
import { readEdgeEnv } from '../env.ts';
import { findVisitorAddress, hasProxies, parseTrustedProxies } from './trusted-proxies.ts';

const find = (trusted: string, forwardedFor: string, peer = '10.0.0.9') =>
  findVisitorAddress(forwardedFor, peer, parseTrustedProxies(trusted)).address;

test('[DATA-03] without proxies nothing that a visitor writes counts', () => {
  for (const trusted of ['', 'false', '0', 'FALSE']) {
    assert.equal(hasProxies(parseTrustedProxies(trusted)), false);
    assert.equal(find(trusted, '203.0.113.7', '198.51.100.2'), '198.51.100.2');
  }
});

test('[DATA-03] behind one proxy the last address counts, private or not, whatever stands before it', () => {
  for (const trusted of ['true', '1', ' 1 ']) {
    assert.equal(find(trusted, '203.0.113.7'), '203.0.113.7');
    // A visitor of an intranet writes another address in front each time.
    for (let n = 1; n < 5; n++) assert.equal(find(trusted, `198.51.100.${n}, 10.1.1.1`), '10.1.1.1');
    assert.equal(find(trusted, '198.51.100.1, 203.0.113.7'), '203.0.113.7');
  }
});

test('[DATA-03] behind two proxies the last but one counts', () => {
  assert.equal(find('2', '203.0.113.7, 10.0.0.8'), '203.0.113.7');
  assert.equal(find('2', '198.51.100.1, 203.0.113.7, 10.0.0.8'), '203.0.113.7');
  assert.equal(find('2', '203.0.113.7, 192.0.2.8'), '203.0.113.7');
  // The outer proxy was passed by: it is not there to be counted.
  assert.equal(find('2', '203.0.113.7'), '203.0.113.7');
});

test('[DATA-03] listed proxies are passed over from the end, and the first other address counts', () => {
  const listed = '10.0.0.9, 192.0.2.8 FD00:0::5';
  assert.equal(find(listed, '198.51.100.1, 203.0.113.7, 192.0.2.8'), '203.0.113.7');
  assert.equal(find(listed, '198.51.100.1, 10.1.1.1'), '10.1.1.1', 'private, and no proxy');
  assert.equal(find(listed, '203.0.113.7, fd00::5', '::ffff:10.0.0.9'), '203.0.113.7');
  assert.equal(find(listed, '203.0.113.7', '203.0.113.99'), '203.0.113.99', 'who calls is no proxy');
  assert.equal(find(listed, '10.0.0.7, 192.0.2.8'), '10.0.0.7');
  assert.equal(find(listed, '203.0.113.7, 10.0.0.9'), '10.0.0.9', 'each is passed once');
});

test('[DATA-03] IPv6, IPv4 written as IPv6, ports and brackets are read; empty entries do not count', () => {
  assert.equal(find('1', '2001:db8::5'), '2001:db8::5');
  assert.equal(find('1', '::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(find('1', '[2001:db8::5]:4711'), '2001:db8::5');
  assert.equal(find('1', '203.0.113.7:4711'), '203.0.113.7');
  assert.equal(find('1', '198.51.100.1,, 203.0.113.7 , ,'), '203.0.113.7');
  assert.equal(find('1', '', '::ffff:10.0.0.9'), '10.0.0.9');
});

test('[DATA-03] where a proxy names no address, it counts itself, and nothing that stands before', () => {
  for (const garbage of ['unknown', '_hidden', '999.1.1.1', '<script>', '\u0001'])
    for (const trusted of ['1', '2', '10.0.0.9'])
      assert.equal(find(trusted, `203.0.113.7, ${garbage}`), '10.0.0.9', `${trusted} ${garbage}`);
});

test('[DATA-03] a setting that names no proxies ends the start with a sentence, and so does a network, whose visitors would count as proxies', () => {
  for (const text of [
    '127.0.0.1 10.0.0.0/8',
    '10.0.0.1/32',
    'yes',
    '11',
    '-1',
    '10.0.0',
    'fd00::/8',
    '10.0.0.1/',
    'proxy.example',
  ])
    assert.throws(
      () => readEdgeEnv({ TRUST_PROXY: text }),
      /TRUST_PROXY: ".+" is neither a number of proxies/,
      text,
    );
});
