@echo off
rem Runs the informant command from a clone. Builds it if it has not been built; after a change, delete cli\target\lib.
rem INFORMANT_JAVA_OPTS goes to the JVM.
setlocal
set "top=%~dp0"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -version >nul 2>nul
if errorlevel 1 (
  echo informant: java not found; install a JDK, 17 or later, or set JAVA_HOME 1>&2
  exit /b 69
)
if not exist "%top%cli\target\lib" (
  echo informant: building 1>&2
  call "%top%mvnw.cmd" -q -B -ntp -Dfast -Dmaven.test.skip=true -f "%top%pom.xml" -pl cli -am package dependency:copy-dependencies -DoutputDirectory=target/lib -DincludeScope=runtime 1>&2
  if errorlevel 1 (
    echo informant: the build failed 1>&2
    rmdir /s /q "%top%cli\target\lib" 2>nul
    exit /b 69
  )
)
"%java%" -XX:+UseSerialGC %INFORMANT_JAVA_OPTS% -cp "%top%cli\target\classes;%top%cli\target\lib\*" dev.informant.cli.Main %*
exit /b %errorlevel%
