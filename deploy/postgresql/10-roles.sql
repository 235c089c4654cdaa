-- Roles and rights for proa, made by PostgreSQL's superuser:
--
--     sudo -u postgres psql --set ON_ERROR_STOP=1 --file 10-roles.sql
--     sudo -u postgres psql --command '\password proa_owner' --command '\password proa'
--
-- It may be run again, and makes only what is not there. `--set database=NAME` makes another
-- database for the same roles, as for a drill.
--
-- proa_owner owns the tables: `proa migrate` runs as it, and nothing else does.
-- proa is the server: it reads and writes rows, and can neither make, alter nor drop a table. Backups
-- and restores run as it as well.

\if :{?database}
\else
\set database proa
\endif

SELECT 'CREATE ROLE proa_owner LOGIN'
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'proa_owner') \gexec
SELECT 'CREATE ROLE proa LOGIN'
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'proa') \gexec
ALTER ROLE proa SET idle_in_transaction_session_timeout = '60s';

SELECT format('CREATE DATABASE %I OWNER proa_owner ENCODING ''UTF8'' TEMPLATE template0', :'database')
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO proa;

\connect :"database"
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO proa_owner;
GRANT USAGE ON SCHEMA public TO proa;
ALTER DEFAULT PRIVILEGES FOR ROLE proa_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO proa;
ALTER DEFAULT PRIVILEGES FOR ROLE proa_owner IN SCHEMA public GRANT SELECT ON SEQUENCES TO proa;
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO proa;  -- of tables made before; pg_dump asks them
