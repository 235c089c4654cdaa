-- Roles and rights for proa, made once by PostgreSQL's superuser:
--
--     sudo -u postgres psql --set ON_ERROR_STOP=1 --file 10-roles.sql
--     sudo -u postgres psql --command '\password proa_owner' --command '\password proa'
--
-- proa_owner owns the tables: `proa migrate` and `pg_restore` run as it, and nothing else does.
-- proa is the server: it reads and writes rows, and can neither make, alter nor drop a table.

CREATE ROLE proa_owner LOGIN;
CREATE ROLE proa LOGIN;
ALTER ROLE proa SET idle_in_transaction_session_timeout = '60s';

CREATE DATABASE proa OWNER proa_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE proa FROM PUBLIC;
GRANT CONNECT ON DATABASE proa TO proa;

\connect proa
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO proa_owner;
GRANT USAGE ON SCHEMA public TO proa;
ALTER DEFAULT PRIVILEGES FOR ROLE proa_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO proa;
